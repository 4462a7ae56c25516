import { createHash } from 'node:crypto'
import { chownSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askHolder, holdDataFolder } from '#lib/launch/postgres/data-folder-lock.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

let root: string
let dataDir: string
let place: string
let stranger: Server

beforeEach(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'skylark-lock-'))
  dataDir = path.join(root, 'd'.repeat(100))
  place = path.join(
    os.tmpdir(),
    `skylark-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`,
  )
  stranger = createServer((socket) => socket.end('launcher postgresql://stranger.example/skylark'))
  await new Promise<void>((resolve) => stranger.listen(place, resolve))
})
afterEach(async () => {
  await new Promise((resolve) => stranger.close(resolve))
  rmSync(root, { recursive: true, force: true })
})

test.runIf(process.getuid?.() === 0)(
  'a socket of another user in the folder for all lends no database',
  async () => {
    chownSync(place, 12_345, 12_345)
    await expect(holdDataFolder(dataDir, 'command')).rejects.toThrow(LaunchError)
    await expect(askHolder(dataDir)).rejects.toThrow(/belongs to another user/)
  },
)

test('one of the same user says who holds the folder', async () => {
  expect(await holdDataFolder(dataDir, 'command')).toBeNull()
  expect(await askHolder(dataDir)).toMatchObject({ kind: 'launcher' })
})

test('one that another was faster than leaves it the socket', async () => {
  const dead = `${place}.dead`
  linkSync(place, dead)
  await new Promise((resolve) => stranger.close(resolve))
  renameSync(dead, place) // of a process that was killed
  const madeAt = () => statSync(place, { throwIfNoEntry: false })?.ctimeMs ?? diedAt
  const diedAt = statSync(place).ctimeMs
  const holding = holdDataFolder(dataDir, 'command')
  await expect.poll(madeAt, { interval: 2 }).not.toBe(diedAt)
  rmSync(place) // the other one found the dead socket, too
  stranger = createServer((socket) => socket.end('launcher'))
  await new Promise<void>((resolve) => stranger.listen(place, resolve))
  expect(await holding).toBeNull()
  expect(await askHolder(dataDir)).toMatchObject({ kind: 'launcher' })
})
