/** Loads the local effects of every area; whoever enqueues, pulls or drains imports this once. */
import './channels.ts';
import './library.ts';
import './people.ts';
