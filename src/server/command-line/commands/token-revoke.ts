import { PlainFault } from '../../plain-fault.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const tokenRevoke = command({
  name: 'token revoke',
  operands: ['ID'],
  says: 'Revokes an access token; its next request is refused.',
  options: {},
  async run({ house, terminal, values, operands: [id = ''] }) {
    const token = await house.store.findToken(id);
    if (token === undefined) throw new PlainFault(`There is no token ${id}: \`token list\` shows those that there are.`);
    const { owner: user } = token;
    await house.store.write(user, (writer) => writer.deleteToken(id));
    await tell(terminal, values.json, { id, user, revoked: true }, `Revoked the token ${id} of ${user}.`);
  },
});
