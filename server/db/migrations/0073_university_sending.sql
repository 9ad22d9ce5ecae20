-- Answers of the University about browsers that send nothing with the app closed. An edited one stays.
update page_blocks b set answer = n.answer
from (values
  ('Yes. What you have opened stays readable, and what you do is kept on your device and sent as soon as you are online again.',
   'Yes. What you have opened stays readable, and what you do is kept on your device and sent once you are online again. On an iPhone, and in Safari and Firefox, it is sent while Sideline is open: open it once you are online.'),
  ('The upload waits and goes on by itself where it stopped. A file that your device had no room to keep has to be chosen again if Sideline was closed.',
   'The upload waits and goes on by itself where it stopped; on an iPhone, and in Safari and Firefox, while Sideline is open. A file that your device had no room to keep has to be chosen again if Sideline was closed.')
) as n (former, answer) where b.page_name = 'university' and b.answer = n.former;
