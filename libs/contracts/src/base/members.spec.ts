import 'reflect-metadata';
import { IsIn, IsInt, IsString } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { AsSent } from './as-sent.js';
import { ServiceError } from './errors.js';
import { IsListOf, IsObjectOf, NeededWhere, Nullable, NullAsAbsent, Optional } from './members.js';
import { parse } from '../authz/parse.js';

class Inner {
  @IsString() name: string;
  @Optional() @IsInt() size?: number;
}

const OfLarge = () => NeededWhere(({ kind }: Outer) => kind === 'large');

class Outer {
  @Optional() @IsString() optional?: string;
  @Optional() @IsInt() defaulted: number = 7;
  @Optional() @Nullable() @IsString() nullable?: string | null;
  @Nullable() @IsString() needed: string | null;
  @NullAsAbsent() @IsString() unfilled?: string;
  @NullAsAbsent() @AsSent() @IsString() unread?: string;
  @AsSent() @NullAsAbsent() @IsString() unread_too?: string;
  @Optional() @IsIn(['small', 'large']) kind?: 'small' | 'large';
  @OfLarge() @IsInt() width?: number;
  @Optional() @IsObjectOf(() => Inner) inner?: Inner;
  @NullAsAbsent() @IsObjectOf(() => Inner) unfilled_inner?: Inner;
  @Optional() @IsListOf(() => Inner) list?: Inner[];
  @NullAsAbsent() @IsListOf(() => Inner) unfilled_list?: Inner[];
}

/** Members that are named by the refusal; none of a body that is taken. */
function refused(body: object): string[] {
  try {
    parse(Outer, { needed: 'x', ...body });
    return [];
  } catch (error) {
    return ((error as ServiceError).details ?? []).map(({ field }) => field);
  }
}

describe('null', () => {
  it.each(['optional', 'defaulted', 'kind', 'inner', 'list'])('of %s is refused and named', (member) => {
    expect(refused({ [member]: null })).toEqual([member]);
    expect(refused({})).toEqual([]);
  });

  it('stays where it has a meaning, and absence is another thing', () => {
    expect(parse(Outer, { needed: null, nullable: null })).toMatchObject({ needed: null, nullable: null });
    expect(refused({ needed: undefined })).toEqual(['needed']);
    expect(refused({ nullable: 1 })).toEqual(['nullable']);
  });

  it('is absent where clients send it for what was not filled in', () => {
    const body = {
      needed: 'x',
      unfilled: null,
      unread: null,
      unread_too: null,
      unfilled_inner: null,
      unfilled_list: null,
      width: null,
    };
    expect(JSON.parse(JSON.stringify(parse(Outer, body)))).toEqual({ needed: 'x', defaulted: 7 });
    expect(refused({ unfilled: 1, unread: 1 })).toEqual(['unfilled', 'unread']);
  });

  it('is no value of a member that the kind of the object needs', () => {
    expect(refused({ kind: 'large', width: null })).toEqual(['width']);
    expect(refused({ kind: 'large' })).toEqual(['width']);
    expect(refused({ kind: 'small' })).toEqual([]);
    expect(refused({ kind: 'small', width: 'wide' })).toEqual(['width']);
  });

  it('is refused within what is nested', () => {
    expect(refused({ inner: { name: 'x', size: null } })).toEqual(['inner.size']);
    expect(refused({ list: [{ name: 'x' }, { name: 'x', size: null }] })).toEqual(['list.1.size']);
  });
});

describe('what is nested', () => {
  it.each<[string, object]>([
    ['inner', { inner: [] }],
    ['inner', { inner: [{ name: 'x' }] }],
    ['inner', { inner: 'x' }],
    ['list', { list: [[]] }],
    ['list', { list: [[{ name: 'x' }]] }],
    ['list', { list: [null] }],
    ['list', { list: ['x'] }],
    ['list', { list: {} }],
    ['unfilled_list', { unfilled_list: [[]] }],
  ])('is an object or a list of objects: %s of %j', (member, body) => {
    expect(refused(body)).toEqual([member]);
  });

  it('is read as its class', () => {
    const { inner, list } = parse(Outer, { needed: 'x', inner: { name: 'a' }, list: [{ name: 'b' }] });
    expect([inner, list?.[0]]).toEqual([expect.any(Inner), expect.any(Inner)]);
  });
});
