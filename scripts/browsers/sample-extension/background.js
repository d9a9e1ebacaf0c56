const api = globalThis.browser ?? globalThis.chrome;
const started = crypto.randomUUID();
let lastClick = null;

if (api.offscreen) api.offscreen.createDocument({ url: 'offscreen.html', reasons: ['WORKERS'], justification: 'sample' }).catch(() => undefined);
else new Worker('worker.js');

api.contextMenus.onClicked.addListener((info, tab) => {
  lastClick = { menuItemId: info.menuItemId, selectionText: info.selectionText, tabUrl: tab?.url };
});

api.runtime.onMessage.addListener((message, _sender, reply) => {
  if (message === 'state') reply({ started, lastClick });
});
