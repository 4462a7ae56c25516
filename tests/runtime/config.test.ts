import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { environment } from '#lib/runtime/config-environment.ts'
import { ConfigError, parseConfig } from '#lib/runtime/config.ts'
import { isForeign } from '#lib/runtime/foreign-names.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('a terminal shows only faults, unless somebody asks for more', () => {
  const { isTTY } = process.stderr
  try {
    process.stderr.isTTY = true
    expect(parseConfig({}).logLevel).toBe('warn')
    expect(parseConfig({ LOG_LEVEL: 'info' }).logLevel).toBe('info')
  } finally {
    process.stderr.isTTY = isTTY
  }
})

test('an empty environment is a working configuration', () => {
  expect(parseConfig({})).toEqual({
    databaseUrl: null,
    replicaUrl: null,
    accountLimits: {
      subscriptions: 50_000,
      folders: 2000,
      labels: 500,
      views: 100,
      rules: 100,
      alerts: 100,
      storedMb: 1000,
    },
    dataDir: path.resolve('data'),
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    authSecret: null,
    pushKey: null,
    callbackUrl: null,
    allowedPrivateNetworks: [],
    trustedProxies: [],
    mail: null,
    userAgent: 'Skylark/0.1 (+http://localhost:3000/about/crawler)',
    crawlerContact: null,
    pollConcurrency: 48,
    imageCacheBytes: 512_000_000,
    fetchTimeoutMs: 20_000,
    metricsToken: null,
    logLevel: 'info',
    isProduction: true,
    clock: null,
  })
})

test('an empty value counts as not set', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '', ALLOWED_PRIVATE_NETWORKS: '' })).toEqual(parseConfig({}))
})

test('all problems are told together, a line each that begins with the variable', () => {
  const problems = problemsOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://here',
    AUTH_SECRET: 'short',
    ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/8, home',
    LOG_LEVEL: 'loud',
  })
  expect(problems.map((line) => line.trim().split(' ')[0])).toEqual([
    'DATABASE_URL',
    'PORT',
    'AUTH_SECRET',
    'ALLOWED_PRIVATE_NETWORKS',
    'LOG_LEVEL',
  ])
})

test.each(['0', '65536', 'http', '3000.5', '0.5', '-1', ' '])('the port %j is refused', (port) => {
  expect(problemsOf({ PORT: port })).toEqual(['  PORT must be a number from 1 to 65535'])
})

test('what is allowed is said of every other variable of few values, once', () => {
  const problems = problemsOf({
    PUBLIC_URL: 'news',
    POLL_CONCURRENCY: 'many',
    LOG_LEVEL: 'loud',
    NODE_ENV: 'live',
    ALLOWED_PRIVATE_NETWORKS: 'home,work',
  })
  expect(problems).toEqual([
    '  PUBLIC_URL must be an address like https://news.example.org',
    '  ALLOWED_PRIVATE_NETWORKS is not a list of networks like 192.168.1.0/24',
    '  POLL_CONCURRENCY must be a number from 1 to 1000',
    '  LOG_LEVEL must be one of debug, info, warn, error, silent',
    '  NODE_ENV must be one of development, production, test',
  ])
})

test.each(['10.0.0.0/33', '10.0.0.1', 'example.org', '::1/129'])('the network %j is refused', (network) => {
  expect(problemsOf({ ALLOWED_PRIVATE_NETWORKS: network })).toEqual([
    '  ALLOWED_PRIVATE_NETWORKS is not a list of networks like 192.168.1.0/24',
  ])
})

test('networks of both families are listed without their blanks', () => {
  const { allowedPrivateNetworks } = parseConfig({ ALLOWED_PRIVATE_NETWORKS: ' 127.0.0.0/8 , fd00::/8,' })
  expect(allowedPrivateNetworks).toEqual(['127.0.0.0/8', 'fd00::/8'])
})

describe('the public address', () => {
  test('follows host and port', () => {
    expect(parseConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(parseConfig({ HOST: '192.168.1.5' }).publicUrl).toBe('http://192.168.1.5:3000')
    expect(parseConfig({ HOST: '::' }).publicUrl).toBe('http://localhost:3000')
    expect(parseConfig({ HOST: 'fd00::5' }).publicUrl).toBe('http://[fd00::5]:3000')
  })

  test('may be set, and loses its last slash', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://news.example/' }).publicUrl).toBe('https://news.example')
  })

  test('tells hubs its address only when one was given', () => {
    expect(parseConfig({ HOST: '192.168.1.5' }).callbackUrl).toBeNull()
    expect(parseConfig({ PUBLIC_URL: 'https://news.example/' }).callbackUrl).toBe('https://news.example')
  })

  test('of another scheme is refused', () => {
    expect(problemsOf({ PUBLIC_URL: 'ftp://news.example' })).toHaveLength(1)
  })
})

describe('a secret in a file', () => {
  const file = path.join(folder, 'secret')

  test('is read without its line end', () => {
    writeFileSync(file, `${'s'.repeat(32)}\n`)
    expect(parseConfig({ AUTH_SECRET_FILE: file }).authSecret).toBe('s'.repeat(32))
  })

  test('gives way to the variable itself', () => {
    const own = 'o'.repeat(32)
    expect(parseConfig({ AUTH_SECRET_FILE: file, AUTH_SECRET: own }).authSecret).toBe(own)
  })

  test('that is not there is named, with all other problems', () => {
    const missing = path.join(folder, 'missing')
    const problems = problemsOf({ AUTH_SECRET_FILE: missing, PORT: '0' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).toContain(`AUTH_SECRET_FILE cannot be read: ${missing}`)
  })
})

describe('every secret', () => {
  const secrets = {
    DATABASE_URL: ['postgresql://a:b@c/d', 'databaseUrl'],
    AUTH_SECRET: ['s'.repeat(32), 'authSecret'],
    PUSH_KEY: ['0'.repeat(64), 'pushKey'],
    METRICS_TOKEN: ['t'.repeat(16), 'metricsToken'],
    SMTP_URL: ['smtps://a:b@mail.example', 'mail'],
  } as const
  test.each(Object.entries(secrets))('%s may stand in a file', (name, [value, field]) => {
    const file = path.join(folder, name)
    writeFileSync(file, `${value}\n`)
    const config = parseConfig({ [`${name}_FILE`]: file })
    expect(config[field]).toEqual(field === 'mail' ? expect.objectContaining({ smtpUrl: value }) : value)
    expect(problemsOf({ [`${name}_FILE`]: folder })[0]).toContain(`${name}_FILE cannot be read: ${folder}`)
    writeFileSync(file, '\n')
    expect(problemsOf({ [`${name}_FILE`]: file })).toEqual([expect.stringContaining(`  ${name} must `)])
  })

  test('is told in no problem', () => {
    const wrong = {
      DATABASE_URL: 'my:hunter2',
      AUTH_SECRET: 'hunter2',
      PUSH_KEY: 'hunter2',
      METRICS_TOKEN: 'hunter2',
    }
    expect(problemsOf({ ...wrong, SMTP_URL: 'hunter2' }).join()).not.toContain('hunter2')
  })
})

test('the contact for publishers is an e-mail or a web address', () => {
  expect(parseConfig({ CRAWLER_CONTACT: 'news@example.org' }).crawlerContact).toBe('news@example.org')
  expect(parseConfig({ CRAWLER_CONTACT: 'https://a.example/c' }).crawlerContact).toBe('https://a.example/c')
  for (const contact of ['me', 'javascript:alert(1)', 'a@b c'])
    expect(problemsOf({ CRAWLER_CONTACT: contact })[0]).toContain('CRAWLER_CONTACT must be an address')
})

describe('a name with a letter wrong', () => {
  test.each([
    ['AUTH_SECRTE', 'AUTH_SECRET'],
    ['AUTH_SECRET_FIEL', 'AUTH_SECRET_FILE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXYS_FILE', 'TRUSTED_PROXIES_FILE'],
    ['TRUSTED_HOSTS', undefined],
    ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
    ['ALLOWED_PRIVATE_NETWORK', 'ALLOWED_PRIVATE_NETWORKS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['XPUBLIC_URL', 'PUBLIC_URL'],
    ['FETCH_TIMOUT_SM', 'FETCH_TIMEOUT_MS'],
    ['FETCH_TIMEOUT', 'FETCH_TIMEOUT_MS'],
    ['IMAGE_CACHE', 'IMAGE_CACHE_MB'],
    ['ALLOW_PRIVATE_NETWORKS', 'ALLOWED_PRIVATE_NETWORKS'],
    ['SKYLARK_PORT', 'PORT'],
    ['SKYLARK_POLL_CONCURENCY', 'POLL_CONCURRENCY'],
    ['SKYLARK_METRICS_TOKEN_FILE', 'METRICS_TOKEN_FILE'],
    ['public_url', 'PUBLIC_URL'],
    ['skylark_port', 'PORT'],
    ['http_proxy', undefined],
    ['port', undefined],
    ['LOGNAME', undefined],
    ['DATABASE', undefined],
    ['MAIL', undefined],
    ['DATABASE_URL_TEST', undefined],
    ['NODE_OPTIONS', undefined],
    ['PATH', undefined],
    ['HOSTS', undefined],
    ['PORTS', undefined],
  ])('%s', (name, meant) => {
    const said = meant === undefined ? [] : [`  ${name} is not known: is ${meant} meant?`]
    expect(problemsOf({ [name]: 'x' })).toEqual(said)
  })

  test('is somebody else’s where the right one is set, too', () => {
    expect(problemsOf({ DATABASE_URI: 'x', DATABASE_URL: 'postgresql://a/b' })).toEqual([])
  })
})

test('a server behind a proxy says at which address browsers find it', () => {
  expect(problemsOf({ TRUSTED_PROXIES: '127.0.0.1' })).toEqual([
    '  TRUSTED_PROXIES is set, so PUBLIC_URL must be, too: the address that browsers use.',
  ])
  const { trustedProxies } = parseConfig({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://news.example' })
  expect(trustedProxies).toHaveLength(1)
})

describe('a name of other programs', () => {
  test.each([
    ['SMTP_HOST', 'Set SMTP_URL, or remove it.'],
    ['SMTP_PASSWORD_FILE', 'Set SMTP_URL, or remove it.'],
    ['EMAIL_FROM', 'Set MAIL_FROM, or remove it.'],
    ['TRUST_PROXY', 'Set TRUSTED_PROXIES, or remove it.'],
    ['trust_proxy', 'Set TRUSTED_PROXIES, or remove it.'],
    ['BASE_URL', 'Set PUBLIC_URL, or remove it.'],
    ['DB_HOST', 'Set DATABASE_URL, or remove it.'],
    ['ADMIN_PASSWORD', 'The first account is made in the browser, or by npm run user. Remove it.'],
    ['DISABLE_REGISTRATION', 'Admin, People says who may sign up. Remove it.'],
  ])('ends the start: %s', (name, said) => {
    expect(isForeign(name)).toBe(true) // the tests take it out of their environment
    expect(problemsOf({ [name]: 'x' })).toEqual([`  Skylark does not read ${name}. ${said}`])
  })

  test('is theirs where ours is set, too, or nothing is lost by it, or a container is told of a neighbour', () => {
    const others = {
      ADMIN_EMAIL: 'ada@example.org',
      POSTGRES_PASSWORD: 'x',
      DATABASE_URL: 'postgresql://a/b',
      ADMIN_PASSWORD: '',
      SMTP_PORT: 'tcp://10.0.0.7:25',
    }
    expect(problemsOf(others)).toEqual([])
  })
})

describe('a clock under control', () => {
  const trial = {
    NODE_ENV: 'test',
    CLOCK_START: '2026-01-05T01:00:00+01:00',
    CLOCK_ANCHOR: '2026-11-20T20:00:00Z',
  }

  test('shows its start at the anchor and runs at its speed', () => {
    expect(parseConfig({ ...trial, CLOCK_SPEED: '1000' }).clock).toEqual({
      startAt: Date.UTC(2026, 0, 5),
      anchorAt: Date.UTC(2026, 10, 20, 20),
      speed: 1000,
    })
    expect(parseConfig(trial).clock?.speed).toBe(1)
  })

  test('starts at the present where nothing else is said', () => {
    const before = Date.now()
    const clock = parseConfig({ NODE_ENV: 'test', CLOCK_SPEED: '60' }).clock
    expect(clock?.startAt).toBe(clock?.anchorAt)
    expect(clock?.anchorAt).toBeGreaterThanOrEqual(before)
  })

  test('is refused in production unless it is allowed there', () => {
    const inProduction = { ...trial, NODE_ENV: 'production' }
    expect(problemsOf(inProduction)).toEqual([
      '  CLOCK_START is refused in production; for a trial set CLOCK_IN_PRODUCTION=allowed',
    ])
    expect(problemsOf({ CLOCK_SPEED: '2' })[0]).toMatch(/CLOCK_SPEED is refused/)
    expect(parseConfig({ ...inProduction, CLOCK_IN_PRODUCTION: 'allowed' }).clock).not.toBeNull()
  })

  test.each([
    ['CLOCK_SPEED', '0', 'must be a number from 1 to 1000'],
    ['CLOCK_SPEED', '1001', 'must be a number from 1 to 1000'],
    ['CLOCK_SPEED', 'fast', 'must be a number from 1 to 1000'],
    ['CLOCK_START', '2026-01-05', 'must be an instant like 2026-01-05T00:00:00Z'],
    ['CLOCK_START', '2026-01-05T00:00:00', 'must be an instant like 2026-01-05T00:00:00Z'],
    ['CLOCK_IN_PRODUCTION', 'yes', 'must be one of refused, allowed'],
    ['CLOCK_ANCHOR', '2026-01-05T00:00:00Z', 'means nothing without CLOCK_START or CLOCK_SPEED'],
  ])('%s=%s is refused in words', (name, value, problem) => {
    expect(problemsOf({ NODE_ENV: 'test', [name]: value })).toEqual([`  ${name} ${problem}`])
  })
})

test('.env.example and docs/configuration.md name every variable, with its default', () => {
  const names = Object.keys(environment.shape).toSorted()
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
  expect(example.map(([, name]) => name).toSorted()).toEqual(names)
  const told = Object.fromEntries(example.map(([, name = '', value = '']) => [name, value]))
  for (const [name, value] of Object.entries(environment.parse({}))) expect(told[name]).toBe(String(value))

  const page = readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([A-Z_]+)`/gm)
  expect([...page].map(([, name]) => name).toSorted()).toEqual(names)
})
