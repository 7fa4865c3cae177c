import { expect, it } from 'vitest';
import { sentTraceId, traceIdOf } from './trace-ids.js';

const WHOLE = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  ['as it is stored', WHOLE, WHOLE],
  ['in capitals', WHOLE.toUpperCase(), WHOLE],
  ['with blanks around', ` ${WHOLE} `, WHOLE],
  ['of 16 digits (B3)', 'A3CE929D0E0E4736', '0000000000000000a3ce929d0e0e4736'],
  ['without the zeros that it begins with', 'bf92f3577b34da6a3ce929d0e0e4736', '0bf92f3577b34da6a3ce929d0e0e4736'],
  ['too long', `${WHOLE}0`, undefined],
  ['of nothing but zeros', '0'.repeat(31), undefined],
  ['no digits', 'checkout', undefined],
  ['nothing', '', undefined],
])('an id %s', (_, text, expected) => expect(traceIdOf(text)).toBe(expected));

it('of a record is made whole where it has 16 digits, and left alone where it is none', () => {
  expect(['A3CE929D0E0E4736', WHOLE.toUpperCase(), '42', 'Order-7'].map(sentTraceId)).toEqual([
    '0000000000000000a3ce929d0e0e4736',
    WHOLE,
    '42',
    'order-7',
  ]);
});
