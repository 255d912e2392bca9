-- An answer that came from a file, with what the person who imported it said of it.
UPDATE annotation SET origin = '{"madeIn":"Label Studio","blind":true,"madeWhen":"2023-10/2023-11"}';
