// Runs a TypeScript file of this project: node lib/launch/bootstrap.mjs <file.ts> [arguments]
//
// This file must run on Node 18 and without any package: it is what a fresh clone starts with. It installs the
// packages where they are missing or of another package-lock.json, generates the database client where
// prisma/schema.prisma changed, and then hands over to the project's own Node (the npm package `node`).
// On stdout it writes nothing; with nothing to do it writes nothing at all and costs some 20 ms.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const projectNode = path.join(root, 'node_modules/.bin/node')
const lockFile = path.join(root, '.install.lock')
const generatedFolder = path.join(root, 'lib/store/generated')
const generatedMarker = path.join(generatedFolder, '.schema-hash')

const [file, ...args] = process.argv.slice(2)
if (file === undefined) fail('Usage: node lib/launch/bootstrap.mjs <file.ts> [arguments]')
const needsTestTools = file.startsWith('tests/')
/** A launcher starts others and waits: a young generation of the usual size held 16 MB for nothing. */
const isLauncher = file === 'lib/launch/main.ts' || file === 'lib/launch/web.ts'

if (!isInstalled() || !isGenerated()) {
  await withLock(() => {
    if (!isInstalled()) install()
    if (!isGenerated()) generate()
  })
}
handOver()

/** Whether every package of package-lock.json is there in its version; npm notes what it installed when it is done. */
function isInstalled() {
  const noted = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(noted) || !existsSync(projectNode)) return false
  const installed = readJson(noted).packages
  const { packages } = readJson(path.join(root, 'package-lock.json'))
  const testTools = needsTestTools ? Object.keys(packages[''].devDependencies ?? {}) : []
  return Object.entries(packages).every(([place, wanted]) => {
    const isTestTool = testTools.some((name) => place === `node_modules/${name}`) // others may want it as optional
    const mayMiss = wanted.optional || wanted.devOptional || (wanted.dev && !needsTestTools)
    return place === '' || (mayMiss && !isTestTool) || installed[place]?.version === wanted.version
  })
}

function install() {
  say('Installing packages (needed once, and after an update)…')
  const test = needsTestTools ? ['--include=dev'] : []
  const npm = process.env.npm_execpath
  // npm removes node_modules, the project's Node with it: run npm with the Node that npm itself came with.
  const node = process.env.npm_node_execpath ?? process.execPath
  const command = npm === undefined ? ['npm'] : [node, npm]
  run(
    [...command, 'ci', ...test, '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed',
  )
}

function isGenerated() {
  return existsSync(generatedMarker) && readFileSync(generatedMarker, 'utf8') === schemaHash()
}

function schemaHash() {
  const { version } = readJson(path.join(root, 'node_modules/prisma/package.json'))
  return createHash('sha256')
    .update(version)
    .update(readFileSync(path.join(root, 'prisma/schema.prisma')))
    .digest('hex')
}

function generate() {
  say('Generating the database client…')
  run(
    [projectNode, path.join(root, 'node_modules/prisma/build/index.js'), 'generate'],
    'The database client could not be generated',
    // Any executable will do: `generate` does not use the engine, but would download it, which a closed network forbids.
    {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  )
  writeFileSync(generatedMarker, schemaHash())
}

/** Runs a step with its output kept back, and shows that only when the step fails. */
function run([command, ...rest], failure, env = {}) {
  const result = spawnSync(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status === 0) return
  say(result.stdout ?? '')
  say(result.stderr ?? '')
  fail(`${failure}: ${result.error?.message ?? `\`${path.basename(command)} ${rest.join(' ')}\` failed`}.`)
}

/** Lets one process of several install; the others wait and then find it done. */
async function withLock(work) {
  while (!takeLock()) await sleep(200)
  process.once('exit', () => rmSync(lockFile, { force: true }))
  work()
  rmSync(lockFile, { force: true })
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`${root} cannot be written to: ${error.message}`)
  }
  // Read in between by a process that just made it, the file is empty for a moment.
  const owner = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0
  if (owner > 0 && !isAlive(owner)) rmSync(lockFile, { force: true })
  return false
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs the file and takes its exit code. The channel tells it when this process is killed; under npm, this process
 * watches for the end of npm in the same way.
 */
function handOver() {
  const frugal = isLauncher ? ['--max-semi-space-size=1'] : []
  const stripped = pathToFileURL(path.join(root, 'lib/launch/build/stripped-sources.mjs')).href
  const options = [`--import=${stripped}`, process.env.NODE_OPTIONS].filter(Boolean).join(' ')
  const child = spawn(projectNode, [...frugal, path.join(root, file), ...args], {
    env: { ...process.env, NODE_OPTIONS: options },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) stopAfterNpm(child)
  child.once('error', (error) => fail(`${projectNode} could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Ends the child when npm is killed; npm may have put a shell between itself and us. */
function stopAfterNpm(child) {
  const parent = process.ppid
  const ps = spawn('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { stdio: ['ignore', 'pipe', 'ignore'] })
  ps.once('error', () => undefined) // no `ps`: then only a direct parent is watched
  ps.stdout.once('data', (line) => {
    const shell = /^ *([0-9]+) +(?:.*\/)?(?:ba|da)?sh$/.exec(String(line).trimEnd())
    const npm = shell === null ? parent : Number(shell[1])
    setInterval(() => (process.ppid !== parent || !isAlive(npm)) && child.kill('SIGTERM'), 1000).unref()
  })
}

function readJson(place) {
  return JSON.parse(readFileSync(place, 'utf8'))
}

function say(text) {
  if (text.trim() !== '') process.stderr.write(`${text.trimEnd()}\n`)
}

function fail(message) {
  say(message)
  process.exit(1)
}
