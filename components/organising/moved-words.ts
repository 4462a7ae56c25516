import type { AreaWords } from '#lib/words/areas.ts'

/** Says where something went; null: out of all folders. */
export function movedWords(t: AreaWords<'organising'>, name: string, folder: string | null): string {
  return folder === null ? t('movedOut', { name }) : t('movedTo', { name, folder })
}
