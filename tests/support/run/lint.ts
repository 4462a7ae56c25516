import { ESLint } from 'eslint'

const eslint = new ESLint()

export type Broken = { readonly rule: string; readonly message: string }

/** The rules that code breaks when it stands in a file of this name, by the project's own configuration. */
export async function rulesBroken(code: string, filePath: string): Promise<readonly Broken[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return (result?.messages ?? []).map(({ ruleId, message }) => ({ rule: ruleId ?? '', message }))
}
