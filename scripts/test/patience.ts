/**
 * How many times as long as in `npm test` to wait before something counts as hanging: in `npm run test:all`, many
 * processes share few cores.
 */
export const patience = process.env['COMMONPLACE_TESTS'] === 'all' ? 3 : 1;
