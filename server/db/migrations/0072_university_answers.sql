-- Answers of the University about what exists by now. An edited one stays.
update page_blocks b set answer = n.answer
from (values
  ('Sideline does not show revenue yet. Until it does, ask “Contact support” in Help & Support.',
   'Open “Sideline Wallet” in the menu. Every amount leads to the days and views that it came from. The dashboard shows revenue over time.'),
  ('Yes. Its Admins publish and manage channels for it. To add one, write to “Contact support” in Help & Support.',
   'Yes. Its Admins publish and manage channels for it, and invite others under “Admin Management” in the menu.'),
  ('Choose “Forgot password?” on the sign-in page. We send you a code by mail or text message.',
   'Open “Account Settings” in the menu, then “Password”. If you have forgotten it, choose “Forgot password?” on the sign-in page: we send you a code by mail or text message.'),
  ('The upload waits and goes on by itself where it stopped. You never have to choose the file again.',
   'The upload waits and goes on by itself where it stopped. A file that your device had no room to keep has to be chosen again if Sideline was closed.')
) as n (former, answer) where b.page_name = 'university' and b.answer = n.former;
