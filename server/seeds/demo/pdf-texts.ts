/** Pages of the demo's PDFs: a heading, then paragraphs. */
export const PDF_PAGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'wall-plan': [
    [
      'Four Weeks of Wall Work',
      'Ten minutes a day, four days a week. All you need is a ball and a wall.',
      'Stand three metres away. Count only the touches that you would be happy to have in a match.',
      'If the ball bounces more than a metre off your foot, start the set again.',
    ],
    [
      'Weeks one and two',
      'Day 1: inside of the foot, 3 x 20 each side. Rest as long as the set took.',
      'Day 2: sole roll and pass, 3 x 15 each side.',
      'Day 3: inside, then outside of the same foot, 3 x 12.',
      'Day 4: free play against the wall. Try something that you saw on television.',
    ],
    [
      'Weeks three and four',
      'Same days, but move: receive, take the ball across your body, pass with the other foot.',
      'Day 2: chip to yourself off the wall and bring it down with the laces.',
      'Day 4: count the longest run of one-touch passes. Write it down.',
    ],
    [
      'Record sheet',
      'Week 1: ____  ____  ____  ____',
      'Week 2: ____  ____  ____  ____',
      'Week 3: ____  ____  ____  ____',
      'Week 4: ____  ____  ____  ____',
      'Longest run of one-touch passes: ____',
    ],
  ],
  distribution: [
    [
      'Throw, roll or kick?',
      'Look up before the ball is in your hands. The decision comes from what you saw, not from habit.',
      'Roll: full back free within fifteen metres and no opponent within five.',
      'Overarm throw: winger free, up to thirty metres. Flat, to feet or half a metre in front.',
      'Kick: only if both are closed, or if a forward is already running.',
    ],
    [
      'Practice',
      'Two servers, two small goals out wide, one keeper. The server shoots, the keeper catches and plays out within four seconds.',
      'Score a point for each small goal. First to ten, then change.',
    ],
  ],
  'off-ice-plan': [
    [
      'Off-Ice Strength for Skaters',
      'Two sessions a week, thirty minutes each. Leave a day between them.',
      'Warm up for five minutes: skipping, ankle circles, side lunges.',
    ],
    [
      'Session A',
      'Split squat 3 x 8 each leg. Knee over toe, chest up.',
      'Side plank 3 x 30 seconds.',
      'Skater jumps 4 x 6, and hold each landing for two seconds.',
      'Single-leg calf raise 3 x 12.',
    ],
    [
      'Session B',
      'Lateral lunge 3 x 8 each side.',
      'Glute bridge, one leg, 3 x 10.',
      'Copenhagen plank 3 x 15 seconds.',
      'Balance on one leg with eyes closed, 4 x 20 seconds.',
    ],
  ],
  'pitch-counts': [
    [
      'Pitch counts and rest days',
      'Ages 9-10: at most 75 pitches a day. Ages 11-12: at most 85. Age 13: at most 95.',
      'After 1-20 pitches: no rest needed. 21-35: one day. 36-50: two days. 51-65: three days. More: four days.',
      'Warm-up throws count for the arm even if they do not count for the book.',
    ],
    [
      'When an elbow hurts',
      'Stop. Not after this batter: now.',
      'Ice helps with pain, not with the cause. If it hurts the next morning, see a doctor before the next throw.',
      'A player who pitched does not catch on the same day.',
    ],
  ],
  'ladder-set': [
    [
      'The Tuesday Ladder Set',
      '100 - 200 - 300 - 400 - 300 - 200 - 100, freestyle, twenty seconds rest.',
      'Group 1 holds 1:25 per 100. Group 2 holds 1:40. Group 3 holds 2:00 and uses fins on the 400.',
      'Breathe every three on the way up, every two on the way down.',
      'Count strokes on the first and the last 100. They should be the same.',
    ],
  ],
  'week-one': [
    [
      'Week One: Dribbling to Beat a Player',
      '0-15: arrival activity, Steal the Cones.',
      '15-35: one against one to two small goals. Attackers choose the goal late.',
      'Coaching point: change of pace matters more than the trick.',
    ],
    [
      'Second half',
      '35-60: two against two with end zones. Stop the ball in the zone to score.',
      '60-85: free game, seven a side. A goal after a dribble past a defender counts double.',
      '85-90: talk. What did you try that did not work?',
    ],
  ],
  'parents-letter': [
    [
      'Dear parents',
      'Spring training starts on the first Tuesday of March at 17:30. Please bring a ball, shin pads and water.',
      'We play every child in every match. Results are nice; learning is the point.',
      'On the touchline, cheer for both teams and leave the coaching to us.',
      'Thank you, Ana',
    ],
  ],
};
