import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundledModel } from '../../../bench/quality/bundled-model.ts';
import type { Library } from '../../../bench/quality/run.ts';
import { libraryOf } from '../../support/library-of.ts';
import { randomFrom } from '../../../scripts/random.ts';

/** Five notes in each language, about the same five subjects in the same order. */
const notes: Record<string, [tax: string, dog: string, key: string, dentist: string, book: string]> = {
  English: [
    'The tax return is due at the end of July',
    'The dog sleeps in the garden',
    'The key of the cabin lies under the flower pot',
    'Dentist on Tuesday at eight',
    'My sister would like a book about lighthouses',
  ],
  German: [
    'Die Steuererklärung muss bis Ende Juli abgegeben werden',
    'Der Hund schläft am liebsten im Garten',
    'Schlüssel für das Ferienhaus liegt unter dem Blumentopf',
    'Zahnarzttermin am Dienstag um acht Uhr',
    'Meine Schwester wünscht sich ein Buch über Leuchttürme',
  ],
  French: [
    'La déclaration de revenus est à rendre avant la fin juin',
    'Le chien dort dans le jardin',
    'La clé de la maison est sous le pot de fleurs',
    'Rendez-vous chez le dentiste mardi à huit heures',
    'Ma sœur voudrait un livre sur les phares',
  ],
  Spanish: [
    'La declaración de la renta vence a finales de junio',
    'El perro duerme en el jardín',
    'La llave de la casa está debajo de la maceta',
    'Cita con el dentista el martes a las ocho',
    'Mi hermana quiere un libro sobre faros',
  ],
  Polish: [
    'Zeznanie podatkowe trzeba złożyć do końca kwietnia',
    'Pies śpi w ogrodzie',
    'Klucz do domku leży pod doniczką',
    'Wizyta u dentysty we wtorek o ósmej',
    'Siostra chce książkę o latarniach morskich',
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
  Italian: [
    'La dichiarazione dei redditi va presentata entro fine giugno',
    'Il cane dorme in giardino',
    'La chiave della casa al mare è sotto il vaso di fiori',
    'Appuntamento dal dentista martedì alle otto',
    'Mia sorella vorrebbe un libro sui fari',
  ],
  Portuguese: [
    'A declaração de impostos deve ser entregue até ao fim de junho',
    'O cão dorme no jardim',
    'A chave da casa de férias está debaixo do vaso',
    'Consulta no dentista terça-feira às oito',
    'A minha irmã quer um livro sobre faróis',
  ],
  Dutch: [
    'De belastingaangifte moet voor eind april ingediend zijn',
    'De hond slaapt het liefst in de tuin',
    'De sleutel van het vakantiehuis ligt onder de bloempot',
    'Afspraak bij de tandarts dinsdag om acht uur',
    'Mijn zus wil graag een boek over vuurtorens',
  ],
  Turkish: [
    'Vergi beyannamesi mart sonuna kadar verilmeli',
    'Köpek bahçede uyuyor',
    'Yazlığın anahtarı saksının altında',
    'Salı günü saat sekizde dişçi randevusu',
    'Kız kardeşim deniz fenerleri hakkında bir kitap istiyor',
  ],
  Korean: [
    '세금 신고는 오월 말까지 해야 한다',
    '개는 정원에서 잔다',
    '별장 열쇠는 화분 밑에 있다',
    '화요일 여덟 시에 치과 예약',
    '여동생은 등대에 관한 책을 원한다',
  ],
};
const topics = ['tax', 'dog', 'key', 'dentist', 'book'] as const;

/** Questions about a note, in its language. A question shares only common words, such as “meine”, with its note. */
const questions: [language: string, topic: (typeof topics)[number], text: string][] = [
  ['German', 'tax', 'Frist beim Finanzamt'],
  ['German', 'book', 'Geburtstagsgeschenk für meine Geschwister zum Lesen'],
  ['French', 'dog', 'où se repose notre animal'],
  ['French', 'tax', 'date limite pour payer les impôts'],
  ['Spanish', 'dentist', 'dolor de muelas, ¿cuándo me toca?'],
  ['Spanish', 'dog', 'dónde descansa nuestra mascota'],
  ['Polish', 'dog', 'gdzie odpoczywa nasze zwierzę'],
  ['Russian', 'dog', 'где отдыхает наш питомец'],
  ['Russian', 'tax', 'когда платить государству'],
  ['Chinese', 'dog', '宠物在哪里休息'],
  ['Japanese', 'dog', 'ペットはどこで休むの'],
  ['Japanese', 'tax', '税金はいつまで'],
  ['Thai', 'dog', 'สัตว์เลี้ยงพักผ่อนที่ไหน'],
  ['Arabic', 'dog', 'أين يستريح حيواننا الأليف'],
  ['Italian', 'dog', 'dove riposa il nostro animale domestico'],
  ['Italian', 'dentist', 'quando devo andare a farmi controllare i denti'],
  ['Portuguese', 'dog', 'onde descansa o nosso animal de estimação'],
  ['Portuguese', 'book', 'presente de aniversário para ler'],
  ['Dutch', 'tax', 'wanneer moet ik de fiscus betalen'],
  ['Turkish', 'dog', 'evcil hayvanımız nerede dinleniyor'],
  ['Korean', 'dog', '우리 반려동물은 어디서 쉬나요'],
];

/** Questions with an English word. The Dutch question shares “zus” (sister) with its note. */
const mixed: [language: string, topic: (typeof topics)[number], text: string][] = [
  ['German', 'dog', 'wo macht unser Tier ein Nap'],
  ['German', 'tax', 'wann ist die Deadline für die Steuern'],
  ['French', 'tax', 'quelle est la deadline pour les impôts'],
  ['Spanish', 'dentist', 'cuándo tengo el check-up de las muelas'],
  ['Dutch', 'book', 'een leuk birthday cadeau om te lezen voor mijn zus'],
];

const unanswered = [
  ['German', 'Bremsflüssigkeit wechseln', 'Wer gewann die Europameisterschaft?', 'Stricknadeln Größe'],
  ['French', 'vidange de la voiture', 'qui a gagné le championnat ?', 'recette de la ratatouille'],
  ['Spanish', 'cambiar el aceite del coche', 'quién ganó el campeonato', 'receta de lentejas'],
  ['Russian', 'замена масла в машине', 'кто выиграл чемпионат', 'рецепт борща'],
  ['Japanese', '車のオイル交換', '優勝したのは誰', '味噌汁の作り方'],
  ['Chinese', '汽车换机油', '谁赢得了冠军', '红烧肉怎么做'],
  ['Chinese', '汽車換機油', '誰贏得了冠軍', '紅燒肉怎麼做'],
  ['Polish', 'wymiana oleju w samochodzie', 'kto wygrał mistrzostwa', 'przepis na barszcz'],
  ['Thai', 'เปลี่ยนน้ำมันเครื่องรถ', 'ใครชนะการแข่งขัน', 'วิธีทำต้มยำ'],
  ['Arabic', 'تغيير زيت السيارة', 'من فاز بالبطولة', 'طريقة عمل الكسكس'],
  ['Italian', "cambio dell'olio della macchina", 'chi ha vinto il campionato', 'ricetta delle lasagne'],
  ['Portuguese', 'troca de óleo do carro', 'quem ganhou o campeonato', 'receita de bacalhau'],
  ['Dutch', 'olie van de auto verversen', 'wie won het kampioenschap', 'recept voor erwtensoep'],
  ['Turkish', 'arabanın yağını değiştirmek', 'şampiyonluğu kim kazandı', 'mercimek çorbası tarifi'],
  ['Korean', '자동차 엔진오일 교체', '누가 우승했나요', '김치찌개 만드는 법'],
].flatMap(([language, ...texts]) => texts.map((text) => [language!, text] as const));

const libraries = new Map<string, Promise<Library>>();

/** The notes in these languages. Indexing is slow, so each library is indexed once. */
function libraryIn(...languages: string[]): Promise<Library> {
  const name = languages.join();
  if (!libraries.has(name)) libraries.set(name, libraryOf(languages.flatMap((language) => notes[language]!)));
  return libraries.get(name)!;
}

const topicAt = (position: number | undefined) => position !== undefined && topics[position % topics.length];

describe('a question in other words finds its note', () => {
  let all: Library;
  beforeAll(async () => {
    all = await libraryIn(...Object.keys(notes));
  });

  test.each(questions)('in %s, about the %s: %s', async (language, topic, text) => {
    const own = await libraryIn(language);
    expect(topicAt((await own.find(text)).positions[0])).toBe(topic);
  });

  test.each(questions)('in %s, among notes in 15 languages, about the %s: %s', async (_, topic, text) => {
    expect(topicAt((await all.find(text)).positions[0])).toBe(topic);
  });

  test.each(mixed)('in %s with an English word, about the %s: %s', async (language, topic, text) => {
    const own = await libraryIn(language);
    expect(topicAt((await own.find(text)).positions[0])).toBe(topic);
  });

  test('with a certain hit in at least half of the cases, even if the question has an English word', async () => {
    const certain = async (list: typeof questions) => {
      const found = await Promise.all(
        list.map(async ([language, , text]) => (await (await libraryIn(language)).find(text)).certain.size > 0),
      );
      return found.filter(Boolean).length / found.length;
    };
    expect(await certain(questions)).toBeGreaterThanOrEqual(0.5);
    expect(await certain(mixed)).toBeGreaterThanOrEqual(0.5);
  });

  test('in English, among German notes', async () => {
    const german = await libraryIn('German');
    expect(topicAt((await german.find('where does our puppy rest outdoors')).positions[0])).toBe('dog');
    expect(topicAt((await german.find('deadline for taxes')).positions[0])).toBe('tax');
  });

  test('control: MiniLM contributes nothing to the vectors of a Japanese question and note', async () => {
    const { model, query, passages } = await bundledModel();
    expect(model.languages).toContain('ja');
    const question = await query('ペットはどこで休むの');
    const minilm = (vector: Float32Array) => vector.subarray(0, 384);
    const [note] = await passages(notes['Japanese']![1]);
    expect([...minilm(question.vector), ...minilm(note!.vector)].every((value) => value === 0)).toBe(true);
  });
});

test('at most 2 of 45 questions that no note answers have a certain hit, and at most 1 per language', async () => {
  const wrong: (readonly [language: string, text: string])[] = [];
  for (const [language, text] of unanswered) {
    const library = await libraryIn(language, 'English');
    if ((await library.find(text)).certain.size > 0) wrong.push([language, text]);
  }
  expect(unanswered).toHaveLength(45);
  expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(2);
  expect(new Set(wrong.map(([language]) => language)).size, wrong.join('; ')).toBe(wrong.length);
});

test('random letters find nothing in English notes in at least 95 of 100 searches', async () => {
  const library = await libraryIn('English');
  const random = randomFrom(11);
  const letters = 'asdfghjklqwertzuiopyxcvbnm';
  let withoutHits = 0;
  for (let search = 0; search < 100; search++) {
    const length = 6 + Math.floor(random() * 6);
    const query = Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
    if ((await library.find(query)).positions.length === 0) withoutHits++;
  }
  expect(withoutHits).toBeGreaterThanOrEqual(95);
});

describe('a name that isn’t in any note finds few notes', () => {
  let everyday: Library;
  beforeAll(async () => {
    const lines = readFileSync('test/everyday/notes.txt', 'utf8').trim().split('\n');
    everyday = await libraryOf(lines.map((line) => line.replace(/^[^|]*\|/, '')));
  });

  // Only the multilingual model knows these names, so a search treats them as words of another language.
  test.each(['Kubernetes', 'Airbnb refund', 'Terraform'])('%s', async (name) => {
    expect((await everyday.find(name)).positions.length).toBeLessThan(5);
  });
});
