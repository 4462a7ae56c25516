import { makeSignature } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { readSessionToken } from '#lib/auth/sign-in/session-cookie.ts'

const secret = 'a-secret-of-at-least-thirty-two-characters'
const ours = { name: 'skylark.session_token', secret }

async function cookieOf(token: string, by = secret): Promise<string> {
  return `${ours.name}=${encodeURIComponent(`${token}.${await makeSignature(token, by)}`)}`
}

test('a token that better-auth signed is read, wherever its cookie stands', async () => {
  const cookie = await cookieOf('pAVn.3q2T')
  for (const header of [cookie, `theme=dark; ${cookie}`, `other.${ours.name}=x;${cookie}; a=b=c; d`])
    expect(await readSessionToken(header, ours)).toBe('pAVn.3q2T')
})

test('of two cookies of the name the first counts, as for better-auth', async () => {
  const first = await cookieOf('first')
  const second = await cookieOf('second')
  expect(await readSessionToken(`${first}; ${second}`, ours)).toBe('first')
  expect(await readSessionToken(`${ours.name}=made-up; ${second}`, ours)).toBeNull()
})

test('what nobody of ours signed is no token', async () => {
  const cookie = await cookieOf('token')
  const wrong = [
    ...[
      null,
      '',
      'theme=dark',
      `${ours.name}=`,
      `${ours.name}=token`,
      `${ours.name}=token.`,
      `${ours.name}=%E0%A4%A.x`,
    ],
    await cookieOf('token', `${secret}!`),
    cookie.replace('token.', 'tokem.').replace('token%', 'tokem%').replace('=token', '=tokem'),
    cookie.replace(ours.name, `__Secure-${ours.name}`),
    `${ours.name}=.${await makeSignature('', secret)}`,
    `${ours.name}=token.${'ä'.repeat(44)}`,
    `${ours.name}=token.${'ä'.repeat(22)}`,
  ]
  for (const header of wrong) expect(await readSessionToken(header, ours), String(header)).toBeNull()
})
