import { describe, expect, it } from 'vitest'
import { cn } from '#components/ui/class-names.ts'

describe('cn', () => {
  it.each([
    ['px-2 text-13 text-ink', 'px-4', 'text-13 text-ink px-4'],
    ['size-8 px-0', 'h-full w-14', 'size-8 px-0 h-full w-14'],
    ['h-8 w-8', 'size-10', 'size-10'],
    ['ps-5 pe-3 py-1', 'px-2', 'py-1 px-2'],
    ['text-13 text-ink-2', 'text-ink', 'text-13 text-ink'],
    ['text-13', 'text-[22px]/7', 'text-[22px]/7'],
    ['text-ink', 'text-[oklch(1_0_0)]', 'text-[oklch(1_0_0)]'],
    ['font-[550] font-text', 'font-[640]', 'font-text font-[640]'],
    ['border border-line', 'border-control', 'border border-control'],
    ['border border-transparent', 'border-s-line', 'border border-transparent border-s-line'],
    ['rounded-2', 'rounded-full', 'rounded-full'],
    ['rounded-2', 'rounded-t-3', 'rounded-2 rounded-t-3'],
    ['inline-flex', 'hidden sm:flex', 'hidden sm:flex'],
    ['hover:bg-hover bg-paper', 'bg-ground', 'hover:bg-hover bg-ground'],
    ['pointer-coarse:h-11 h-8', 'h-7', 'pointer-coarse:h-11 h-7'],
    ['has-[a:focus-visible]:outline-2 -me-2', 'me-0', 'has-[a:focus-visible]:outline-2 me-0'],
    ['group truncate', 'group', 'group truncate group'],
  ])('changes "%s" by "%s" into "%s"', (base, change, result) => {
    expect(cn(base, change)).toBe(result)
    expect(cn(base, change)).toBe(result) // from what it remembers
  })

  it('says the same when it has forgotten, as after thousands of others', () => {
    const others = Array.from({ length: 5_000 }, (_, n) => cn('px-2 text-13', `px-4 is-${n}`))
    expect(others[4_999]).toBe('text-13 px-4 is-4999')
    expect(cn('px-2', 'px-4')).toBe('px-4')
  })

  it('leaves out what is false or empty', () => {
    expect(cn('a', false, undefined, null, '', ['b', { c: true, d: false }])).toBe('a b c')
  })
})
