-- Applications are open: the University's answer no longer says "once it is open". An edited one stays.
update page_blocks
set answer = 'Choose “Apply as a Creator” under “My Roles” in the menu, and tell us about your experience in your sport. We look at every application.'
where page_name = 'university' and answer = 'Choose “Apply as a Creator” beside your roles in the menu, once it is open, and tell us about your experience in your sport. We look at every application.';
