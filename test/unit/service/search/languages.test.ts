import { beforeAll, describe, expect, it } from 'vitest';
import { loadFromDisk } from '../../../../scripts/minilm-from-disk.ts';
import { segmentWords } from '../../../../src/lib/text/words.ts';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService, type TestService } from '../../../support/service.ts';

/** Notes in languages that the English model was not made for, notes with emoji, and notes in English. */
const notes: Record<string, string[]> = {
  German: [
    'Die Steuererklärung muss bis Ende Juli abgegeben werden',
    'Der Hund schläft am liebsten im Garten',
    'Schlüssel für das Ferienhaus liegt unter dem Blumentopf',
    'Kindergartenbeitrag wird monatlich abgebucht',
    'Zahnarzttermin am Dienstag um acht Uhr',
    'Die Waschmaschine zeigt Fehler E18, Filter reinigen',
  ],
  French: [
    'La déclaration de revenus est à rendre avant la fin juin',
    'Le chien dort dans le jardin',
    'La clé de la maison est sous le pot de fleurs',
    'Rendez-vous chez le dentiste mardi à huit heures',
    'Ma sœur voudrait un livre sur les phares',
  ],
  Polish: [
    'Zeznanie podatkowe trzeba złożyć do końca kwietnia',
    'Pies śpi w ogrodzie',
    'Klucz do domku leży pod doniczką',
    'Wizyta u dentysty we wtorek o ósmej',
    'Pralka pokazuje błąd, trzeba wyczyścić filtr',
  ],
  Vietnamese: [
    'Hạn nộp thuế là cuối tháng ba',
    'Con chó ngủ trong vườn',
    'Chìa khóa nhà ở dưới chậu hoa',
    'Mật khẩu wifi dán trên tủ lạnh',
    'Em gái muốn một cuốn sách về ngọn hải đăng',
  ],
  Russian: [
    'Налоговую декларацию нужно сдать до конца апреля',
    'Собака спит в саду',
    'Ключ от дачи лежит под цветочным горшком',
    'Запись к стоматологу во вторник в восемь',
    'Сестра хочет книгу о маяках',
  ],
  Chinese: [
    '报税截止日期是六月底',
    '狗喜欢在花园里睡觉',
    '度假屋的钥匙在花盆下面',
    '星期二八点看牙医',
    '妹妹想要一本关于灯塔的书',
  ],
  Japanese: [
    '確定申告の締め切りは三月半ばです',
    '犬は庭で寝るのが好き',
    '別荘の鍵は植木鉢の下にある',
    '火曜日の八時に歯医者',
    '妹は灯台の本が欲しい',
  ],
  Thai: [
    'ต้องยื่นภาษีก่อนสิ้นเดือนมีนาคม',
    'หมานอนอยู่ในสวน',
    'กุญแจบ้านอยู่ใต้กระถางดอกไม้',
    'นัดหมอฟันวันอังคารแปดโมง',
    'น้องสาวอยากได้หนังสือเกี่ยวกับประภาคาร',
  ],
  Arabic: [
    'آخر موعد لتقديم الإقرار الضريبي نهاية أبريل',
    'الكلب ينام في الحديقة',
    'مفتاح البيت تحت أصيص الزهور',
    'موعد طبيب الأسنان يوم الثلاثاء',
    'أختي تريد كتابا عن المنارات',
  ],
  Hebrew: [
    'יש להגיש את דוח המס עד סוף אפריל',
    'הכלב ישן בגינה',
    'המפתח של הבית מתחת לעציץ',
    'תור לרופא שיניים ביום שלישי',
    'אחותי רוצה ספר על מגדלורים',
  ],
  emoji: ['🌱 tomatoes, sown in March', '🎂 Anna 12.5.', '🚲 new chain at 4200 km'],
  English: [
    'The tax return is due at the end of July',
    'The dog sleeps in the garden',
    'The key of the cabin lies under the flower pot',
    'asdf qwer zxcv uiop',
    'lorem ipsum dolor sit amet',
    'Tea',
    'Passport renewal takes six weeks',
  ],
};

const englishNotes = [
  'The plumber Mr. Okafor fixed the boiler on Elm Street',
  'Wifi at the cabin: network Heron, password is on the fridge',
  'Dentist appointment moved to Thursday 14:30',
  'How to bleed a radiator',
  'Anna is allergic to walnuts and cashews',
  'Sourdough: 500 g flour, 350 g water, 100 g starter, 10 g salt',
  'The best coffee in Lisbon is near the tram stop on Rua da Graça',
  'Car insurance renews on 3 May, policy number KX-4471',
  'Running shoes: size 44, wide fit, replace after 700 km',
  'Rent is due on the first, landlord is Mrs. Petrova',
  'Tomato seedlings: sow in March, plant out after the last frost',
  'Flight to Oslo leaves at 06:40 from terminal 2',
  'Tea',
];

let model: Embedder;

beforeAll(async () => {
  model = await loadFromDisk();
});

async function library(embedder: Embedder, contents = Object.values(notes).flat()): Promise<TestService> {
  const vectors = naiveVectors(embedder);
  const host = testService(inMemoryStore(), {
    meaning: { embedders: { current: async () => embedder }, vectors: () => vectors },
  });
  for (const content of contents) {
    await host.send('POST', '/memories', { content });
    host.clock.advance(1);
  }
  return host;
}

/** Words of one or two Latin letters, such as le, de and à. No two-word query contains such a word. */
const tooShort = /^\p{Script=Latin}{1,2}$/u;

/** Every word of a note, and every pair of neighbouring words that aren't too short. */
function queriesOf(note: string): string[] {
  const words = Array.from(segmentWords(note), ({ start, end }) => ({
    start,
    end,
    isLong: !tooShort.test(note.slice(start, end)),
  }));
  return words.flatMap(({ start, end, isLong }, index) => {
    const previous = words[index - 1];
    return [note.slice(start, end), ...(isLong && previous?.isLong ? [note.slice(previous.start, end)] : [])];
  });
}

/**
 * Searches with queries made from the notes in a language. Returns the queries that don't find their own note, or that
 * rank a memory without a query word above one with a query word.
 */
async function wronglyAnswered(host: TestService, language: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const note of notes[language]!) {
    for (const query of new Set(queriesOf(note))) {
      host.clock.advance(1);
      const { memories } = (await host.send('POST', '/memories/search', { query, limit: 100 })).body as SearchAnswer;
      const firstWithout = memories.findIndex(({ match }) => match.words.length === 0);
      if (firstWithout >= 0 && memories.slice(firstWithout).some(({ match }) => match.words.length > 0))
        wrong.push(query);
      if (!memories.some(({ content }) => content === note)) wrong.push(`${query}: not found`);
    }
  }
  return wrong;
}

describe('the English model', () => {
  const foreign = Object.keys(notes).filter((language) => language !== 'English');
  let host: TestService;

  beforeAll(async () => {
    host = await library(model);
  });

  it.each(foreign)('ranks memories with a query word above all others, in %s', async (language) =>
    expect(await wronglyAnswered(host, language)).toEqual([]),
  );

  it('control: ranks memories without a query word too high if all words count as known', async () => {
    const sureOfAll: Embedder = { ...model, familiarity: async () => 1 };
    expect(await wronglyAnswered(await library(sureOfAll), 'German')).not.toEqual([]);
  });

  it('for queries in other languages, marks only hits with a query word as certain', async () => {
    for (const query of ['Steuer', 'Hund schläft', 'Pies w ogrodzie', 'собака', '狗', '庭', 'الكلب', 'הכלב', '🌱']) {
      const { memories } = (await host.send('POST', '/memories/search', { query })).body as SearchAnswer;
      expect(
        memories.filter(({ match }) => match.certain && match.words.length === 0).map(({ content }) => content),
      ).toEqual([]);
      expect(memories.length).toBeGreaterThan(0);
    }
  });
});

it('an English query finds memories that share no word with it', async () => {
  const host = await library(model);
  const first = async (query: string) =>
    ((await host.send('POST', '/memories/search', { query })).body as SearchAnswer).memories[0]!;
  expect(await first('where did I hide what opens the cottage door')).toMatchObject({
    content: 'The key of the cabin lies under the flower pot',
    match: { words: [] },
  });
  expect(await first('where does our puppy rest outdoors')).toMatchObject({
    content: 'The dog sleeps in the garden',
    match: { words: [] },
  });
});

describe('random letters', () => {
  const random = randomFrom(11);
  const letters = 'asdfghjklqwertzuiopyxcvbnm';
  const randomQueries = Array.from({ length: 100 }, () =>
    Array.from({ length: 6 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * letters.length)]).join(''),
  );
  let host: TestService;

  beforeAll(async () => {
    host = await library(model, englishNotes);
  });

  const search = async (query: string, mode: string) => {
    host.clock.advance(1);
    return ((await host.send('POST', '/memories/search', { query, mode, limit: 20 })).body as SearchAnswer).memories;
  };

  it('find nothing in English notes, in at least 95 of 100 searches', async () => {
    expect(await search('asdkjhasd', 'hybrid')).toEqual([]);
    let empty = 0;
    for (const query of randomQueries) if ((await search(query, 'hybrid')).length === 0) empty++;
    expect(empty).toBeGreaterThanOrEqual(95);
  });

  it('find every note in mode semantic, however far in meaning', async () => {
    expect(await search('asdkjhasd', 'semantic')).toHaveLength(englishNotes.length);
  });
});
