#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver that keeps its data: MiniBrowser forgets everything when it is driven.

Its profile is the folder WEBKIT_PROFILE. It has the size of a phone.
"""
import os
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = os.environ['WEBKIT_PROFILE']
manager = WebKit2.WebsiteDataManager(base_data_directory=f'{profile}/data', base_cache_directory=f'{profile}/cache')
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.get_cookie_manager().set_persistent_storage(f'{profile}/cookies', WebKit2.CookiePersistentStorage.SQLITE)
context.set_automation_allowed(True)
# Safari has these; WebKitGTK leaves them off. Not AccessHandle: it is there by name only (NotSupportedError).
SAFARI = ['StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'FileSystemWritableStream', 'WebShareFileAPI']
width, height = (int(n) for n in os.environ['WEBKIT_SIZE'].split('x'))


def create_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    features = WebKit2.Settings.get_all_features()
    for feature in (features.get(i) for i in range(features.get_length())):
        if feature.get_identifier() in SAFARI:
            settings.set_feature_enabled(feature, True)
    window = Gtk.Window(default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    return view


def started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('MiniBrowser')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', started)
Gtk.main()
