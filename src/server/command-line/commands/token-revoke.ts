import { PlainFault } from '../../plain-fault.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const tokenRevoke = command({
  name: 'token revoke',
  operands: ['ID'],
  says: 'Revokes an access token and those created with it; their next request is refused.',
  options: {},
  async run({ parts, terminal, values, operands: [id = ''] }) {
    const token = await parts.store.findToken(id);
    if (token === undefined) throw new PlainFault(`There is no token ${id}. See \`token list\`.`);
    const { owner: user } = token;
    await parts.store.write(user, (writer) => writer.deleteToken(id));
    await tell(terminal, values.json, { id, user, revoked: true }, `Revoked the token ${id} of ${user}.`);
  },
});
