const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
const days = (count: number) => hours(count * 24);

export const samples = [
  {
    content:
      '“We shall not cease from exploration, and the end of all our exploring will be to arrive where we started.”',
    tags: ['quotes'],
    url: 'https://poems.example.org/',
    createdAt: days(40),
  },
  {
    content:
      'Bleed the radiators each autumn before the boiler is switched on: start at the lowest, stop when water comes.',
    tags: ['home'],
    url: 'https://home.example.org/radiators',
    createdAt: days(9),
  },
  {
    content: 'Lisbon: room twelve, ask for the back. Breakfast in the courtyard until eleven.',
    tags: ['travel'],
    url: 'https://travel.example.org/',
    createdAt: days(5),
  },
  {
    content:
      'Sourdough: 100 g starter, 350 g water, 500 g flour, 10 g salt. Fold four times in two hours, then overnight in the fridge.',
    tags: ['bread'],
    url: 'https://kitchen.example.org/',
    createdAt: days(3),
  },
  {
    content:
      'The plumber Mr. Okafor fixed the boiler on Elm Street in 2019; his number is in the green address book, under P.',
    tags: ['home', 'repairs'],
    url: 'https://letters.example.org/',
    createdAt: days(2),
  },
];

export const newerSamples = [
  {
    title: 'Which orchids bloom in winter',
    content: 'Phalaenopsis and cymbidium. Water them once a week, in the morning, and never leave water in the leaves.',
    tags: ['garden'],
    url: 'https://garden.example.org/orchids',
    createdAt: days(1),
  },
  {
    content: 'Ferry to the island: 9:10 and 14:40, from the old harbour. Buy the ticket on board, with coins.',
    tags: ['travel'],
    url: 'https://ferries.example.org/',
    createdAt: hours(5),
  },
  {
    content: 'For Anna’s birthday: the blue teapot in the window of the shop beside the library, or the book on knots.',
    tags: ['presents'],
    createdAt: hours(2),
  },
];

export const letter =
  '<!doctype html><html lang="en"><title>Street mail</title><p id="words">Mr. Okafor says to bleed the radiators every autumn, before the heating is switched on.</p>';
