import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { bindingsOf, saidKey, type KeyAct } from './key-bindings.ts'

/**
 * The key of an act as keyboards are labelled ("⇧ A", "g a"), with the preset and the changes of this reader; null where the act has
 * none, and for all of them while keys are off.
 */
export function useHotkeys(): (act: KeyAct) => string | null {
  const { options } = useListSettings()
  const bindings = bindingsOf(options)
  return (act) => {
    const key = options.hasKeys ? bindings[act][0] : undefined
    return key === undefined ? null : key.split(' ').map(saidKey).join(' ')
  }
}
