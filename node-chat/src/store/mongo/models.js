import mongoose from 'mongoose';

const user = new mongoose.Schema({ id: String, name: String }, { _id: false });

const messageSchema = new mongoose.Schema(
  {
    // The user's id and the clientId, so that the primary key keeps a message from being stored twice. They are not
    // stored as fields, because each field costs the database time, and inserts are most of its work here.
    _id: String,
    id: { type: Number, required: true },
    name: String, // the user's
    text: String,
    at: String,
    replyTo: Number, // the id of an earlier message, if this one is a reply
    rev: Number, // of the newest change, if there is one
    deleted: Boolean, // if true, text is missing
  },
  { versionKey: false, collection: 'messages' },
);
// Pages are ranges of this index, and it is the fence between processes that number.
messageSchema.index({ id: 1 }, { unique: true });
// Changes are read by this index, and it is the fence for revisions. It omits messages that were never changed.
messageSchema.index({ rev: 1 }, { unique: true, sparse: true });

const userSchema = new mongoose.Schema(
  { _id: String, name: String, hash: String, key: String }, // _id is derived from the name: see userIdOf
  { versionKey: false, collection: 'users' },
);

userSchema.index({ key: 1 }, { unique: true, sparse: true });

const sessionSchema = new mongoose.Schema(
  { _id: String, user, expires: Number },
  { versionKey: false, collection: 'sessions' },
);

const probeSchema = new mongoose.Schema({ _id: String, bytes: String }, { versionKey: false, collection: 'probes' });

/** The collections. @param {mongoose.Connection} connection */
export function models(connection) {
  return {
    Message: connection.model('Message', messageSchema),
    User: connection.model('User', userSchema),
    Session: connection.model('Session', sessionSchema),
    Probe: connection.model('Probe', probeSchema),
  };
}

/** @typedef {ReturnType<typeof models>} Models */
