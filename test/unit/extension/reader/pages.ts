const prose = (topic: string, sentences = 6) =>
  Array.from(
    { length: sentences },
    (_, index) => `Sentence ${index + 1} says something about ${topic}, at some length, with commas, as prose does.`,
  ).join(' ');

const page = (head: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;

const withNavigation = (main: string) => `
  <header><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav></header>
  ${main}
  <aside><h2>Most read</h2><ul><li><a href="/1">Ten things to buy</a></li></ul></aside>
  <footer><p>Copyright, cookies, imprint</p></footer>`;

interface Page {
  html: string;
  /** Texts that the reader must keep, in this order. */
  keeps: string[];
  /** Texts that the reader must omit. */
  leaves: string[];
  /** Other properties of the article that the reader must return. */
  about?: object;
}

/** Made-up pages of the kinds that people save. */
export const pages: Record<string, Page> = {
  'an article': {
    html: page(
      `<title>How to bleed a radiator | Warm Homes</title><meta name="author" content="Anna Silva">
       <meta property="og:site_name" content="Warm Homes"><meta property="article:published_time" content="2026-05-01T08:00:00Z">
       <meta property="og:image" content="https://example.org/valve.jpg">`,
      withNavigation(`<article><h1>How to bleed a radiator</h1><p>${prose('valves')}</p><h2>What you need</h2>
       <p>A <strong>key</strong> and a <a href="/cloth">cloth</a>. ${prose('keys')}</p>
       <blockquote><p>Never hurry a valve.</p></blockquote><p>${prose('water')}</p></article>`),
    ),
    keeps: [
      'about valves',
      '## What you need',
      'A **key** and a [cloth](https://example.org/cloth)',
      '> Never hurry a valve.',
      'about water',
    ],
    leaves: ['About us', 'Most read', 'cookies'],
    about: {
      author: 'Anna Silva',
      siteName: 'Warm Homes',
      published: '2026-05-01T08:00:00Z',
      language: 'en',
      image: 'https://example.org/valve.jpg',
    },
  },
  'a recipe': {
    html: page(
      '<title>Flat bread</title>',
      withNavigation(`<main><h1>Flat bread</h1><p>${prose('bread')}</p><h2>Ingredients</h2>
       <ul><li>300 g flour</li><li>2 tsp salt<ul><li>or less</li></ul></li></ul><h2>Steps</h2>
       <ol><li>Mix.</li><li>Rest for <em>one</em> hour.</li></ol><p>${prose('ovens')}</p><button>Print this recipe</button></main>`),
    ),
    keeps: ['## Ingredients', '- 300 g flour', '- 2 tsp salt', '  - or less', '1. Mix.', '2. Rest for _one_ hour.'],
    leaves: ['Print this recipe', 'Most read'],
  },
  'a forum': {
    html: page(
      '<title>Boiler makes noise</title>',
      withNavigation(
        `<main><h1>Boiler makes noise</h1>${['It bangs at night.', 'Bleed it first.', 'That helped, thank you!']
          .map(
            (text, index) =>
              `<div class="post"><p class="by">user${index}</p><p>${text} ${prose(`post ${index}`, 2)}</p></div>`,
          )
          .join('')}</main>`,
      ),
    ),
    keeps: ['It bangs at night.', 'Bleed it first.', 'That helped, thank you!'],
    leaves: ['About us'],
  },
  'documentation with code': {
    html: page(
      '<title>Array.from</title>',
      withNavigation(`<main><h1>Array.from</h1><p>${prose('arrays')}</p><p>Call <code>Array.from(x_y)</code>.</p>
       <div class="highlight"><pre><code class="language-js">const all = [1, 2];\n  for (const one of all) {\n    use(one);\n  }</code></pre><button>Copy</button></div><p>${prose('iterables')}</p></main>`),
    ),
    keeps: ['`Array.from(x_y)`', '```js\nconst all = [1, 2];\n  for (const one of all) {\n    use(one);\n  }\n```'],
    leaves: ['Copy\n'],
  },
  'a single-page app': {
    html: page(
      '<title>App</title><script>window.state = { secretState: 1 }</script>',
      `<noscript>Switch scripts on</noscript><div id="root"><my-shell></my-shell></div>`,
    ),
    keeps: ['# Minutes of Tuesday', 'We agreed on the blue door.'],
    leaves: ['Switch scripts on', 'secretState', '.shell'],
  },
  'a page in Japanese': {
    html: page(
      '<title>静かな宿</title>',
      withNavigation(
        `<article><h1>静かな宿</h1>${`<p>${'リスボンの十二号室は裏庭に面していて、とても静かです。'.repeat(8)}</p>`.repeat(3)}</article>`,
      ),
      'ja',
    ),
    keeps: ['リスボンの十二号室は裏庭に面していて、とても静かです。'],
    leaves: ['cookies'],
    about: { language: 'ja' },
  },
  'a page in Arabic': {
    html: page(
      '<title>فندق هادئ</title>',
      withNavigation(
        `<article dir="rtl"><h1>فندق هادئ</h1>${`<p>${'الغرفة رقم اثني عشر في لشبونة هادئة جدا وتطل على الحديقة الخلفية. '.repeat(6)}</p>`.repeat(2)}</article>`,
      ),
      'ar',
    ),
    keeps: ['الغرفة رقم اثني عشر في لشبونة'],
    leaves: ['Most read'],
    about: { language: 'ar' },
  },
  'a table': {
    html: page(
      '<title>Trains</title>',
      withNavigation(`<main><h1>Trains</h1><p>${prose('trains')}</p><table><thead><tr><th>From</th><th>At</th></tr></thead>
       <tbody><tr><td>Lisbon</td><td>9:40</td></tr><tr><td>Porto</td><td>11:05</td></tr></tbody></table><p>${prose('stations')}</p></main>`),
    ),
    keeps: ['| From | At  |', '| Lisbon | 9:40 |', '| Porto | 11:05 |'],
    leaves: ['About us'],
  },
  'a page with pictures': {
    html: page(
      '<title>Doors</title>',
      withNavigation(`<article><h1>Doors</h1><p>${prose('doors')}</p><figure><img src="/blue.jpg" alt="A blue door"><figcaption>Alfama</figcaption></figure>
       <img src="/pixel.gif" alt=""><img src="javascript:alert(1)" alt="An odd one"><p>${prose('colours')}</p></article>`),
    ),
    keeps: ['![A blue door](https://example.org/blue.jpg)', 'Alfama'],
    leaves: ['pixel', 'javascript:'],
  },
  'hidden text': {
    html: page(
      '<title>Notice</title><style>.x { color: red }</style>',
      `<article><h1>Notice</h1><p>${prose('notices')}</p><p hidden>hidden one</p><p style="display: none">hidden two</p>
       <p style="visibility: hidden">hidden three</p><p aria-hidden="true">hidden four</p><template><p>hidden five</p></template>
       <script>hidden.six()</script><style>hidden-seven{}</style><!-- hidden eight --><textarea>hidden nine</textarea>
       <p>${prose('seen things')}</p></article>`,
    ),
    keeps: ['about notices', 'about seen things'],
    leaves: ['hidden', 'color: red'],
  },
  'links with scripts': {
    html: page(
      '<title>Links</title>',
      `<article><p>${prose('links')}</p><p><a href="javascript:steal()">Read on</a>, <a href="data:text/html,x">this</a>,
       <a href="mailto:anna@example.org">write</a>.</p><p>${prose('mail')}</p></article>`,
    ),
    keeps: ['Read on', '[write](mailto:anna@example.org)'],
    leaves: ['javascript:', 'data:'],
  },
  'a form that hides properties': {
    html: page(
      '<title>Form</title>',
      `<form><input name="firstChild"><input name="nextSibling"><input name="nodeType"><input name="localName">
       <input name="getAttribute"><input name="checkVisibility"><input name="attributes">
       <article><p>${prose('forms')}</p><p>${prose('fields')}</p></article></form><img name="body"><img name="createElement">`,
    ),
    keeps: ['about forms', 'about fields'],
    leaves: [],
  },
};
