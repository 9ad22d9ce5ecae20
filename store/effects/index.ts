/** Loads the local effects of every area; whoever enqueues, pulls or drains imports this once. */
import './channels.ts';
import './library.ts';
import './notifications.ts';
import './playlists.ts';
import './publications.ts';
import './ratings.ts';
import './upload.ts';
import './users.ts';
