import { describe, expect, it } from 'vitest'
import { bindingsOf, conflictOf, keyNameOf, presets } from '#components/reading/keys/key-bindings.ts'
import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'

describe('key bindings', () => {
  it.each(Object.entries(presets))('no key of %s does two things', (_name, bindings) => {
    for (const [act, keys] of Object.entries(bindings)) {
      for (const key of keys) expect(conflictOf(act as keyof typeof bindings, key, bindings), key).toBeNull()
    }
  })

  it('follow the preset but where they were changed, and leave out what is no act', () => {
    const keys = { next: ['x'], previous: [], dance: ['d'] }
    const bindings = bindingsOf({ ...defaultReadingOptions, keyPreset: 'miniflux', keys })
    expect(bindings).toMatchObject({ next: ['x'], previous: [], star: ['f'], later: ['s'] })
    expect(bindings).not.toHaveProperty('dance')
  })

  it('tell when a key is another’s, or the beginning of another’s', () => {
    expect(conflictOf('next', 's', presets['google-reader'])).toBe('star')
    expect(conflictOf('next', 'g', presets['google-reader'])).toBe('goAll')
    expect(conflictOf('next', 'x', presets['google-reader'])).toBeNull()
  })

  it.each([
    ['j', false, 'j'],
    ['J', true, 'J'],
    ['J', false, 'j'], // Caps Lock
    ['j', true, 'J'], // Caps Lock and Shift
    ['Ж', false, 'ж'],
    ['?', true, '?'],
    ['.', false, '.'],
    [' ', false, 'Space'],
    ['ArrowLeft', false, 'ArrowLeft'],
    ['F1', true, 'F1'],
  ])('%s with Shift %s is named %s, whatever Caps Lock says', (key, shiftKey, name) => {
    expect(keyNameOf({ key, shiftKey })).toBe(name)
  })
})
