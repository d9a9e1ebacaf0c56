/** Whether this machine has a screen that a window could open on. */
export const hasScreen = (
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);

/** Whether a browser did not start because the screen that the environment names is not there. */
export const lacksScreen = (error: unknown): boolean => /Missing X server|ozone_platform/.test(String(error));
