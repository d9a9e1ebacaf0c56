const api = globalThis.browser ?? globalThis.chrome;
const words = document.getElementById('words');
const show = () => {
  document.getElementById('shown').textContent = words.value;
};
document.getElementById('copy').addEventListener('click', show);
words.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') show();
});
globalThis.readPage = async () => {
  const [tab] = await api.tabs.query({ active: true, lastFocusedWindow: true });
  const [{ result }] = await api.scripting.executeScript({ target: { tabId: tab.id }, func: () => document.title });
  return result;
};
