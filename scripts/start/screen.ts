export const hasScreen = (
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);

/** Whether a browser failed to start because the screen named in the environment doesn't exist. */
export const lacksScreen = (error: unknown): boolean => /Missing X server|ozone_platform/.test(String(error));
