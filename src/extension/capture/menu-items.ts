/** The ids of our items in the browser's context menu. */
export const menuItems = {
  selection: 'save-selection',
  page: 'save-page',
  link: 'save-link',
} as const;

export type MenuItem = keyof typeof menuItems;
