/** Something the person who starts Skylark can put right: the message says what and how, and is shown without a stack. */
export class LaunchError extends Error {}
