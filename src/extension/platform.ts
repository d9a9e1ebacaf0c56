/** Whose names of keys the screens use. */
export const platform: 'mac' | 'other' = /Mac/.test(navigator.userAgent) ? 'mac' : 'other';
