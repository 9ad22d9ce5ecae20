-- Most documents are contents. With an index of their own a search of the other kinds reads nothing of them, and a search
-- of contents needs no mark that a million documents share (decision 0069).
create index search_documents_content on search_documents using gin (words) where kind = 'content';
create index search_documents_others on search_documents using gin (words) where kind <> 'content';
drop index search_documents_words;
