package likely
