import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findUrlProblem, isPublicAddress, NonPublicAddressError, resolvePublicAddress } from './public-address.ts'

describe('webhook address check', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '4000::1',
    '2002:7f00:1::',
  ])('rejects %s as not public', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('accepts the public address %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  const privateNetwork =
    'must not be in a private network. For development, the setting WEBHOOKS_MAY_GO_INSIDE=true allows it.'
  it.each([
    [
      'http://crm.example.com/hooks',
      'must begin with https://. For development, the setting WEBHOOKS_MAY_GO_INSIDE=true allows http:// and private networks.',
    ],
    ['ftp://crm.example.com', 'must begin with https://.'],
    ['https://127.0.0.1/hooks', privateNetwork],
    ['https://2130706433/', privateNetwork],
    ['https://0x7f.1/', privateNetwork],
    ['https://[::1]/', privateNetwork],
    ['https://[::127.0.0.1]/', privateNetwork],
    ['https://[::ffff:169.254.169.254]/', privateNetwork],
    ['https://me:secret@crm.example.com/', 'must not contain a user name or password. Deliveries are signed.'],
    ['nonsense', 'must be a URL such as https://crm.example.com/hooks.'],
  ])('rejects the URL %s: %s', (url, problem) => expect(findUrlProblem(url, false)).toBe(problem))

  it('resolves a host name before each request and rejects a local address', async () => {
    expect(findUrlProblem('https://localhost/hooks', false)).toBeUndefined()
    const resolve = promisify<string, object, unknown>(resolvePublicAddress as never)
    await expect(resolve('localhost', {})).rejects.toBeInstanceOf(NonPublicAddressError)
  })
})
