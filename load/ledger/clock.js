/** @returns {number} milliseconds since 1970 with fractions: the same clock in every process and worker of one machine */
export const now = () => performance.timeOrigin + performance.now();
