import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/v1/limits.ts';
import { pairCollections, type Sides } from '../../../src/sync/pair-collections.ts';

/**
 * Collections are written "id:name". Pairs are written "there:here:name": the id on the server, the id here, and the
 * last known name on the server. A pair may have a fourth part:
 * - "=name": a local name that isn't sent
 * - "!name": a name that the server refused
 * - ">name": a name that was sent and got no answer
 * - "†": the server's list lacks the collection
 */
function paired(here: string[], there: string[], known: string[], { pulls = true, renames = true } = {}) {
  let idCount = 0;
  const sides: Sides = {
    here: here.map(named),
    there: there.map(named),
    known: known.map((row) => {
      const [remote, id, name, more = ''] = row.split(':') as [string, string, string, string?];
      return {
        remote,
        id,
        name,
        ...(more.startsWith('=') && { apart: more.slice(1) }),
        ...(more.startsWith('!') && { refused: { name: more.slice(1), token: 'token' } }),
        ...(more.startsWith('>') && { sent: more.slice(1) }),
        ...(more === '†' && { gone: true as const }),
      };
    }),
    pulls,
    renames,
  };
  const { pairs, names } = pairCollections(sides, () => `new${++idCount}`);
  return {
    pairs: pairs.map(({ remote, id, name, apart, refused, gone }) =>
      [remote, id, name, apart && `=${apart}`, refused && `!${refused.name}`, gone && '†'].filter(Boolean).join(':'),
    ),
    names: Object.fromEntries(names),
  };
}

function named(text: string) {
  const [id, name] = text.split(':') as [string, string];
  return { id, name };
}

describe('a name on the server with white space around it', () => {
  const longest = 'x'.repeat(limits.collectionNameCharacters);

  test('is used without the white space, and ignored if it has nothing else', () => {
    expect(paired([], [`1:  ${longest}  `, '2:  '], [])).toEqual({
      pairs: [`1:new1:  ${longest}  `],
      names: { new1: longest },
    });
  });
});

describe('a name on the server that can’t be stored here', () => {
  test.each([
    ['NUL', 'Wo\u0000rk'],
    ['a lone surrogate', 'Work\ud800'],
    ['more than 30 marks in a row', `a${'\u0301'.repeat(31)}`],
  ])('isn’t used: with %s', (_, name) => {
    expect(paired(['a:Home'], [`1:${name}`], [])).toEqual({ pairs: [], names: { a: 'Home' } });
    expect(paired(['a:Home'], [`1:${name}`], ['1:a:Home'])).toEqual({
      pairs: [`1:a:${name}:=Home`],
      names: { a: 'Home' },
    });
  });
});

describe('collections without a pair', () => {
  test('pair by name, whatever its case', () => {
    expect(paired(['a:Home'], ['1:HOME', '2:Work'], [])).toEqual({
      pairs: ['1:a:HOME', '2:new1:Work'],
      names: { a: 'Home', new1: 'Work' },
    });
  });

  test('are one collection here if their names on the server differ only in case', () => {
    expect(paired([], ['1:Home', '2:home'], [])).toEqual({
      pairs: ['1:new1:Home', '2:new1:home'],
      names: { new1: 'Home' },
    });
  });

  test('have no spaces at the ends of their names here', () => {
    expect(paired([], ['1: Home '], [])).toEqual({ pairs: ['1:new1: Home '], names: { new1: 'Home' } });
  });

  test('aren’t created on a device that only sends', () => {
    expect(paired(['a:Home'], ['1:Home', '2:Work'], [], { pulls: false })).toEqual({
      pairs: ['1:a:Home'],
      names: { a: 'Home' },
    });
  });

  test.each([' ', 'x'.repeat(limits.collectionNameCharacters + 1)])(
    'aren’t created with an unusable name: %j',
    (name) => {
      expect(paired([], [`1:${name}`], [])).toEqual({ pairs: [], names: {} });
    },
  );
});

describe('a pair', () => {
  test('takes over a rename on the server', () => {
    expect(paired(['a:Home'], ['1:Work'], ['1:a:Home'])).toEqual({ pairs: ['1:a:Work'], names: { a: 'Work' } });
  });

  test('takes over a change of case on the server, and keeps a change of case here', () => {
    expect(paired(['a:home'], ['1:HOME'], ['1:a:Home']).names).toEqual({ a: 'HOME' });
    expect(paired(['a:home'], ['1:Home'], ['1:a:Home']).names).toEqual({ a: 'home' });
  });

  test('takes over a rename on the server, without the spaces at the ends of the name', () => {
    expect(paired(['a:Home'], ['1: Work '], ['1:a:Home'])).toEqual({ pairs: ['1:a: Work '], names: { a: 'Work' } });
  });

  test('takes over the name of the first of two collections on the server that are one here', () => {
    expect(paired(['a:Home'], ['1:HOME', '2:home'], ['1:a:Home', '2:a:Home']).names).toEqual({ a: 'HOME' });
  });

  test('keeps its new name if it was renamed here', () => {
    expect(paired(['a:Play'], ['1:Work'], ['1:a:Home'])).toEqual({ pairs: ['1:a:Work'], names: { a: 'Play' } });
  });

  test('takes over a rename on the server after the server refused the local name', () => {
    expect(paired(['a:Play'], ['1:Work'], ['1:a:Home:!Play'])).toEqual({ pairs: ['1:a:Work'], names: { a: 'Work' } });
  });

  test('keeps its name if the server’s name can’t be used', () => {
    expect(paired(['a:Home'], ['1: '], ['1:a:Home'])).toEqual({ pairs: ['1:a: :=Home'], names: { a: 'Home' } });
  });

  test('keeps its name on a device that only sends', () => {
    expect(paired(['a:Home'], ['1:Work'], ['1:a:Home'], { pulls: false })).toEqual({
      pairs: ['1:a:Home'],
      names: { a: 'Home' },
    });
  });

  test('is marked as gone while the server’s list lacks it', () => {
    expect(paired(['a:Home'], [], ['1:a:Home'])).toEqual({ pairs: ['1:a:Home:†'], names: { a: 'Home' } });
    expect(paired(['a:Work'], ['1:Home'], ['1:a:Home:†'])).toEqual({ pairs: ['1:a:Home'], names: { a: 'Work' } });
  });

  test('is marked as gone, and its collection here gets a new pair, if the server lists another collection with its name', () => {
    expect(paired(['a:Home'], ['2:Home'], ['1:a:Home'])).toEqual({
      pairs: ['1:a:Home:†', '2:a:Home'],
      names: { a: 'Home' },
    });
  });

  test('whose rename got no answer treats the sent name on the server as its own rename, and any other name as a rename there', () => {
    expect(paired(['a:Home'], ['1:Work'], ['1:a:Home:>Work'])).toEqual({ pairs: ['1:a:Work'], names: { a: 'Home' } });
    expect(paired(['a:Home'], ['1:Play'], ['1:a:Home:>Work'])).toEqual({ pairs: ['1:a:Play'], names: { a: 'Play' } });
  });
});

describe('if two collections share a name', () => {
  test('a rename on the server is taken over, and so is a new collection there with the old name', () => {
    const both = { pairs: ['1:a:Work', '2:new1:Home'], names: { a: 'Work', new1: 'Home' } };
    expect(paired(['a:Home'], ['1:Work', '2:Home'], ['1:a:Home'])).toEqual(both);
    expect(paired(['a:Home'], ['2:Home', '1:Work'], ['1:a:Home'])).toEqual(both);
  });

  test('names swapped on the server are swapped here too', () => {
    expect(paired(['a:Home', 'b:Work'], ['1:Work', '2:Home'], ['1:a:Home', '2:b:Work'])).toEqual({
      pairs: ['1:a:Work', '2:b:Home'],
      names: { a: 'Work', b: 'Home' },
    });
  });

  test('a new collection here gets a number if another was renamed to its name on the server', () => {
    expect(paired(['a:Home', 'b:Work'], ['1:Work'], ['1:a:Home'])).toEqual({
      pairs: ['1:a:Work'],
      names: { a: 'Work', b: 'Work 2' },
    });
  });

  test('a collection renamed here to the name of a new one on the server gets a number, which is sent', () => {
    expect(paired(['a:Work'], ['1:Home', '2:Work'], ['1:a:Home'])).toEqual({
      pairs: ['1:a:Home', '2:new1:Work'],
      names: { a: 'Work 2', new1: 'Work' },
    });
  });

  test('a collection renamed here and a new one here with its old name keep their names', () => {
    expect(paired(['a:Work', 'b:Home'], ['1:Home'], ['1:a:Home'])).toEqual({
      pairs: ['1:a:Home'],
      names: { a: 'Work', b: 'Home' },
    });
  });

  test('a rename that the server refused doesn’t free the old name', () => {
    expect(paired(['a:Work', 'b:Home'], ['1:Home'], ['1:a:Home:!Work']).names).toEqual({ a: 'Work', b: 'Home 2' });
  });

  test('a rename that the server refused for the first of two collections merged here doesn’t free the old name', () => {
    const known = ['1:a:Work:!New', '2:a:Work'];
    expect(paired(['a:New', 'b:Work'], ['1:Work', '2:Work'], known).names).toEqual({ a: 'New', b: 'Work 2' });
  });

  test('a rename here doesn’t free the old name on a server that can’t rename', () => {
    const names = { a: 'Work', b: 'Home 2' };
    expect(paired(['a:Work', 'b:Home'], ['1:Home'], ['1:a:Home'], { renames: false }).names).toEqual(names);
  });

  test('the names stay on a device that only sends, even if the server can’t rename', () => {
    const only = { pulls: false, renames: false };
    const names = { a: 'Work', b: 'Home' };
    expect(paired(['a:Work', 'b:Home'], ['1:Home'], ['1:a:Home'], only).names).toEqual(names);
  });

  test('a second run with the same sides changes nothing', () => {
    const pairs = ['1:a:Work', '2:b:Work:=Work 2'];
    const sides = [
      ['a:Work', 'b:Work 2'],
      ['1:Work', '2:Work'],
    ] as const;
    expect(paired([...sides[0]], [...sides[1]], pairs)).toEqual({ pairs, names: { a: 'Work', b: 'Work 2' } });
  });

  test('a rename of two collections merged here belongs to the first known pair, however the server sorts', () => {
    const rows = ['1:a:Home', '2:a:home'];
    expect(paired(['a:Work'], ['2:home', '1:Home'], rows).pairs).toEqual(rows);
    expect(paired(['a:Work'], ['2:home', '1:Work'], rows)).toEqual({
      pairs: ['1:a:Work', '2:new1:home'],
      names: { a: 'Work', new1: 'home' },
    });
  });

  test('on the server, one of the two gets a number here, and the number isn’t sent', () => {
    expect(paired(['a:Home', 'b:Work'], ['1:Work', '2:Work'], ['1:a:Home', '2:b:Work'])).toEqual({
      pairs: ['1:a:Work', '2:b:Work:=Work 2'],
      names: { a: 'Work', b: 'Work 2' },
    });
  });

  test('the numbered name is free on both sides and not too long', () => {
    const long = 'x'.repeat(limits.collectionNameCharacters);
    expect(paired(['a:Home', 'b:Work', 'c:WORK 2'], ['1:Work', '2:Work 3'], ['1:a:Home']).names).toMatchObject({
      b: 'Work 4',
    });
    expect(paired(['a:Home', `b:${long}`], [`1:${long}`], ['1:a:Home']).names).toEqual({
      a: long,
      b: `${long.slice(2)} 2`,
    });
  });

  test('a numbered name isn’t free if the server still has it, though the collection was renamed here', () => {
    const there = ['1:Home', '2:Work', '3:Work 2'];
    const { names } = paired(['a:Work', 'b:Play'], there, ['1:a:Home', '3:b:Work 2']);
    expect(names).toEqual({ a: 'Work 3', b: 'Play', new1: 'Work' });
  });

  test('two long names that differ only at their ends get different numbers', () => {
    const long = 'x'.repeat(limits.collectionNameCharacters - 1);
    const { names } = paired(
      [`a:${long}1`, `b:${long}2`],
      ['1:A', '2:B', `3:${long}1`, `4:${long}2`],
      ['1:a:A', '2:b:B'],
    );
    expect(new Set(Object.values(names)).size).toBe(4);
  });

  test('two collections merged here are separate again once the names on the server differ', () => {
    expect(paired(['a:Home'], ['1:Home', '2:Play'], ['1:a:Home', '2:a:home'])).toEqual({
      pairs: ['1:a:Home', '2:new1:Play'],
      names: { a: 'Home', new1: 'Play' },
    });
  });

  test('on a device that only sends, a new collection is paired with the collection that was renamed to the same name on the server', () => {
    expect(paired(['a:Home', 'b:Work'], ['1:Work'], ['1:a:Home'], { pulls: false }).pairs).toEqual(['1:b:Work']);
  });
});

describe('a collection that was deleted here', () => {
  test('doesn’t hide another collection of the server with its name', () => {
    expect(paired([], ['1:Work', '2:Work'], ['1:a:Work'])).toEqual({
      pairs: ['1:a:Work', '2:new1:Work'],
      names: { new1: 'Work' },
    });
  });

  test('stays deleted, even if it was renamed on the server', () => {
    expect(paired([], ['1:Work'], ['1:a:Home'])).toEqual({ pairs: ['1:a:Work'], names: {} });
  });

  test('is replaced in its pair by a collection that is created here later with the same name', () => {
    expect(paired(['b:Home'], ['1:Home'], ['1:a:Home'])).toEqual({ pairs: ['1:b:Home'], names: { b: 'Home' } });
  });
});
