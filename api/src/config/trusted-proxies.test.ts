import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { getCallerAddress } from './trusted-proxies.ts'

const behind = (setting: string) => readConfig({ TRUSTED_PROXIES: setting }).TRUSTED_PROXIES
const visitor = '203.0.113.9'

describe('getCallerAddress behind proxies', () => {
  test.each([
    ['without the setting no proxy is trusted', '', '10.0.0.1', visitor, '10.0.0.1'],
    ['`none` trusts no proxy', 'none', '10.0.0.1', visitor, '10.0.0.1'],
    ['one hop: the last entry is the client', '1', '10.0.0.1', visitor, visitor],
    ['one hop: entries sent by the client are ignored', '1', '10.0.0.1', `127.0.0.1, ${visitor}`, visitor],
    ['two hops: the second-to-last entry', '2', '10.0.0.1', `${visitor}, 10.0.0.2`, visitor],
    ['more hops than entries: the first entry', '3', '10.0.0.1', visitor, visitor],
    ['no header: the connection', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['a range of addresses', '10.0.0.0/8', '10.0.0.1', `198.51.100.1, ${visitor}, 10.1.2.3`, visitor],
    ['ignores a forged entry from outside the range', '10.0.0.0/8', visitor, '192.0.2.1', visitor],
    ['several ranges, one of IPv6', '10.0.0.0/8, fd00::/8', 'fd00::1', `${visitor}, 10.0.0.9`, visitor],
    ['an IPv4-mapped IPv6 address', '10.0.0.0/8', '::ffff:10.0.0.1', `::ffff:${visitor}`, visitor],
    ['an entry with a port', '1', '10.0.0.1', `${visitor}:4711`, visitor],
    ['IPv6 with a port', '1', '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['an entry that is not an address is ignored', '1', '10.0.0.1', '<script>', '10.0.0.1'],
  ])('returns the caller address: %s', (_, setting, connection, header, expected) => {
    expect(getCallerAddress(connection, header, behind(setting))).toBe(expected)
  })
})

test.each(['many', '10.0.0.0/99', '10.0.0.1;10.0.0.2', '-1'])(
  'rejects TRUSTED_PROXIES=%s with a one-line message',
  (value) => {
    expect(() => behind(value)).toThrow(
      /^.*\n {2}TRUSTED_PROXIES: must be a number of proxies, .* or their addresses, .*$/,
    )
  },
)
