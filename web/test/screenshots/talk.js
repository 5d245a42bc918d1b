/** The conversation in the pictures: author, text, and the id of the message that it replies to. */
export const ME = 'Marta Lindqvist';

export const TALK = [
  ['Jonas Berg', 'Morning. The ferry timetable for the 12th is out, and the early boat runs after all.'],
  ['Jonas Berg', 'Leaves 7:40, lands 9:05. The next one is noon, which is too late for the ridge.'],
  ['Aiko Tanabe', 'Then the early one. Who still needs a sleeping bag? We have two to lend.'],
  ['Priya Raman', 'Me, please! Mine gave up last winter.'],
  [
    ME,
    'I can bring the big stove and the pot set.\nSomebody else has to carry the gas, though: I am at 14 kg already.',
  ],
  ['Tomasz Wilk', 'Gas is mine. Three cartridges should do for two nights and six people.', 5],
  ['Tomasz Wilk', 'Four if it is as windy as in May.'],
  ['Aiko Tanabe', 'It will be as windy as in May.'],
  [ME, 'Four, then.'],
  [
    'Jonas Berg',
    'I called the hut. They keep the winter room open, the key hangs where it always does, and there is wood for one evening. ' +
      'Water we have to carry up from the stream, about ten minutes; the pump is off until spring.',
  ],
  ['Priya Raman', 'Ten minutes by your legs or by mine?'],
  ['Jonas Berg', 'Fifteen.', 11],
  [
    'Lucía Fernández',
    'Just read all this on the tram. I am in, and I bring the map, the paper one. No more phones that die at minus ten.',
  ],
  [ME, 'Perfect, that makes six.'],
  [
    ME,
    'I put the list into the shared folder: food, rope, who sits in which car. Have a look tonight and shout if something is missing.',
  ],
  ['Omar Haddad', 'Coffee is missing.'],
  [ME, 'Coffee is on page one, line one.'],
];

/** The messages that are sent during the moving picture. */
export const AFTERWARDS = [
  ['Omar Haddad', 'Then I have no questions left.'],
  ['Aiko Tanabe', 'See you at the pier, 7:20. Not 7:40.'],
  [ME, 'I bring the coffee.'],
];
