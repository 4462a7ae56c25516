import { useHasMounted } from '#components/ui/use-has-mounted.ts'

/** Whether the browser knows passkeys at this address (it wants https, or this machine). No, until the page is alive. */
export function useKnowsPasskeys(): boolean {
  return useHasMounted() && typeof PublicKeyCredential !== 'undefined'
}
