/** Whether the device is touched rather than pointed at. */
export const isTouched = matchMedia('(pointer: coarse)').matches

/** Whether visitors expect to share with other apps: on a computer they want a copy. */
export const canShare = isTouched && 'share' in navigator
