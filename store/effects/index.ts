/** Loads the local effects of every area. Code that enqueues, pulls or drains imports it. */
import './account.ts';
import './blocks.ts';
import './channels.ts';
import './dashboard.ts';
import './library.ts';
import './notifications.ts';
import './playlists.ts';
import './profiles.ts';
import './publications.ts';
import './ratings.ts';
import './search.ts';
import './support.ts';
import './upload.ts';
import './users.ts';
import './watch.ts';
