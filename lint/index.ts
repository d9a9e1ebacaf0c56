import { definePlugin } from '@oxlint/plugins';
import { house, type HouseRule } from './house.ts';

const asRule = ({ selectors, message }: HouseRule) => ({
  create: (context: { report(found: { node: never; message: string }): void }) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node: never) => context.report({ node, message })])),
});

export default definePlugin({
  meta: { name: 'house' },
  rules: Object.fromEntries(Object.entries(house).map(([name, rule]) => [name, asRule(rule)])),
});
