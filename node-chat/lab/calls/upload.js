/** Takes a body. @type {import('../call.js').Call} */
export const upload = {
  read: ({ body }) => ({ body }),
  occupy: ({ body }) => ({ bytes: body.length }),
};
