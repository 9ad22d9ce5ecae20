/** Loads the local effects of every area. Code that enqueues, pulls or drains imports it. */
import './channels.ts';
import './library.ts';
import './notifications.ts';
import './playlists.ts';
import './publications.ts';
import './ratings.ts';
import './upload.ts';
import './users.ts';
