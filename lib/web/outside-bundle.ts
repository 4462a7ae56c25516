/**
 * Modules that Node loads, once for the process, whoever asks for them: route handlers, and all of `lib` that draws nothing. Next's
 * bundle for the server has a call to Node in the place of each (`outside-loader.mjs`), so that pages, which it holds, and our own
 * door to the API (`api-door.ts`) share what they keep: databases, limits, threads, turns.
 */
export const outsideBundle =
  /^(lib\/(?!queries\/|words\/|pages\/|offline\/|auth\/sign-in\/auth-client\.ts$).*|app\/(?!sw\.js\/)(.*\/)?route)\.ts$/
