import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Passwords cost a fifth of a second of processor each, as they should, and a thousand are hashed by these tests. Here each costs the least
 * that scrypt allows. What other processes hash keeps its price: the built application in the long tests and in the browser's.
 */
const { scrypt } = crypto
type Done = (error: Error | null, key: Buffer) => void
const cheapScrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions | Done,
  done?: Done,
): void =>
  done === undefined
    ? scrypt(password, salt, length, { N: 2 }, options as Done)
    : scrypt(password, salt, length, { ...(options as ScryptOptions), N: 2, r: 1 }, done)
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt }) // once a process, for all files
  syncBuiltinESMExports()
}
