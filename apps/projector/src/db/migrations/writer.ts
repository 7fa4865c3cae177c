/** The role of the connection that writes for all organizations. */
export const WRITER = 'spanwise_projector_writer';
